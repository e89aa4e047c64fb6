#include "text/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/keywords.hpp"
#include "text/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

using Parser = StatementParser;

void parse_system(Parser& p) {
  if (!p.syntax.title.empty()) p.cursor.fail(p.keyword, "the model already has a title");
  if (!p.cursor.at(TokenKind::string))
    p.cursor.fail_here("a title stands between quotation marks", "write system \"title\"");
  p.syntax.title = unquoted(p.cursor.text(p.cursor.next()));
  if (!p.cursor.at_statement_end())
    p.cursor.fail_here("text after the title", "statements start at the margin, in a new line");
}

void parse_coordinates(Parser& p) {
  if (p.cursor.at_item_end()) p.fail_empty("coordinates x y");
  do {
    p.syntax.coordinates.push_back(p.formulas.item_name("the name of a coordinate"));
    if (p.cursor.at(TokenKind::unit)) p.formulas.fail_after_formula();
    if (p.cursor.at(TokenKind::equals) || p.cursor.at(TokenKind::prime))
      p.cursor.fail_here("only names stand here",
                         "values and velocities at the start belong into start");
  } while (p.next_item());
}

std::string optional_unit(Parser& p) {
  if (!p.cursor.at(TokenKind::unit)) return {};
  std::string_view text = p.cursor.text(p.cursor.next());
  text = text.substr(1, text.size() - 2);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

void parse_parameters(Parser& p) {
  p.each_item("parameters m = 1.0", [&] {
    NamedFormula item{p.formulas.item_name("the name of a parameter")};
    if (!p.cursor.accept(TokenKind::equals))
      p.cursor.fail(item.name.span,
                    fmt::format("parameter '{}' has no value", p.cursor.text(item.name.span)),
                    fmt::format("write {} = 1.0", p.cursor.text(item.name.span)));
    item.formula = p.formulas.formula();
    item.unit = optional_unit(p);
    p.syntax.parameters.push_back(item);
  });
}

void parse_definitions(Parser& p) {
  p.each_item("define name = formula", [&] {
    NamedFormula item{p.formulas.item_name("the name of a definition")};
    p.expect(TokenKind::equals, "=", "define name = formula");
    item.formula = p.formulas.formula();
    p.syntax.definitions.push_back(item);
  });
}

template <TermKind kind>
void parse_terms(Parser& p) {
  p.each_item(fmt::format("{} formula", p.cursor.text(p.keyword)), [&] {
    p.syntax.terms.push_back({kind, p.formulas.formula()});
  });
}

void parse_particle_part(Parser& p, ParticleSyntax& item) {
  const TokenId word = p.cursor.next();
  FormulaId& part = p.cursor.text(word) == "mass" ? item.mass
                    : p.cursor.text(word) == "at" ? item.at
                                                  : item.force;
  if (part != no_formula)
    p.cursor.fail({word, word}, fmt::format("'{}' is given twice", p.cursor.text(word)));
  part = p.formulas.formula();
}

void parse_particles(Parser& p) {
  constexpr std::string_view example = "particle name: mass m, at (x, y)";
  const auto at_part = [&](std::size_t ahead) {
    if (p.cursor.peek(ahead).kind != TokenKind::name) return false;
    if (p.cursor.peek(ahead + 1).kind == TokenKind::colon) return false;
    const std::string_view word = p.cursor.text(p.cursor.position() + static_cast<TokenId>(ahead));
    return word == "mass" || word == "at" || word == "force";
  };
  p.each_item(example, [&] {
    ParticleSyntax item{p.formulas.item_name("the name of a particle")};
    p.expect(TokenKind::colon, ":", example);
    while (at_part(0)) {
      parse_particle_part(p, item);
      // the next part may follow after a comma, in a new line, or directly
      const bool separated = p.cursor.at(TokenKind::comma) || p.cursor.at(TokenKind::line_end);
      if (separated && at_part(1)) p.cursor.next();
    }
    if (item.mass == no_formula)
      p.cursor.fail(item.name.span, "this particle has no mass", fmt::format("write {}", example));
    if (item.at == no_formula)
      p.cursor.fail(item.name.span, "this particle has no position",
                    fmt::format("write {}", example));
    p.syntax.particles.push_back(item);
  });
}

void parse_forces(Parser& p) {
  p.each_item("force x: formula", [&] {
    NamedFormula item{p.formulas.item_name("a coordinate")};
    p.expect(TokenKind::colon, ":", "force x: formula");
    item.formula = p.formulas.formula();
    p.syntax.forces.push_back(item);
  });
}

// true where the name of an item and a ':' stand next
bool at_head(const Cursor& cursor) {
  if (!cursor.at(TokenKind::name)) return false;
  std::size_t ahead = 1;
  if (cursor.peek(ahead).kind == TokenKind::left_bracket) {
    std::size_t depth = 0;
    do {
      const TokenKind kind = cursor.peek(ahead).kind;
      if (kind == TokenKind::left_bracket) ++depth;
      if (kind == TokenKind::right_bracket) --depth;
      if (kind == TokenKind::statement_end || kind == TokenKind::end) return false;
      ++ahead;
    } while (depth > 0);
  }
  return cursor.peek(ahead).kind == TokenKind::colon;
}

void parse_constraints(Parser& p) {
  constexpr std::string_view example = "constraint name: left = right";
  p.each_item(example, [&] {
    if (!at_head(p.cursor))
      p.cursor.fail_here("a constraint needs a name and a ':'", fmt::format("write {}", example));
    ConstraintSyntax item{p.formulas.item_name("the name of a constraint"), no_formula, no_formula};
    p.expect(TokenKind::colon, ":", example);
    const TokenId first = p.cursor.position();
    item.left = p.formulas.formula();
    if (p.cursor.at_item_end())
      p.cursor.fail(p.cursor.span_from(first), "this constraint has no '='",
                    fmt::format("write {}", example));
    if (!p.cursor.at(TokenKind::equals)) p.formulas.fail_after_formula();
    p.cursor.next();
    item.right = p.formulas.formula();
    if (p.cursor.at(TokenKind::equals))
      p.cursor.fail_here("a constraint has one '='", "write two constraints");
    p.syntax.constraints.push_back(item);
  });
}

void parse_nonideal(Parser& p) {
  constexpr std::string_view example = "nonideal name: x: formula";
  ItemName constraint;
  p.each_item(example, [&] {
    ItemName name = p.formulas.item_name("the name of a constraint or a coordinate");
    p.expect(TokenKind::colon, ":", example);
    // `name: x:` begins another constraint, a single `x:` belongs to the last one
    if (at_head(p.cursor)) {
      constraint = name;
      name = p.formulas.item_name("a coordinate");
      p.expect(TokenKind::colon, ":", example);
    } else if (constraint.name == no_name) {
      p.cursor.fail(name.span, "a constraint and a coordinate are needed before the formula",
                    fmt::format("write {}", example));
    }
    p.syntax.nonideal.push_back({constraint, name, p.formulas.formula()});
  });
}

void parse_weights(Parser& p) {
  p.each_item("weight name: formula", [&] {
    NamedFormula item{p.formulas.item_name("the name of a constraint")};
    p.expect(TokenKind::colon, ":", "weight name: formula");
    item.formula = p.formulas.formula();
    p.syntax.weights.push_back(item);
  });
}

void parse_start(Parser& p) {
  p.each_item("start x = formula", [&] {
    StartSyntax item{p.formulas.item_name("a coordinate")};
    if (p.cursor.accept(TokenKind::prime)) item.velocity = true;
    if (p.cursor.at(TokenKind::prime))
      p.cursor.fail_here("accelerations follow from the equations of motion",
                         "give coordinates and velocities at the start");
    item.guess = p.cursor.at(TokenKind::tilde);
    if (!p.cursor.accept(TokenKind::tilde))
      p.expect(TokenKind::equals, "=", "x = value, or x ~ guess");
    item.formula = p.formulas.formula();
    p.syntax.start.push_back(item);
  });
}

void parse_watches(Parser& p) {
  constexpr std::string_view example = "watch name = formula";
  p.each_item(example, [&] {
    NamedFormula item{p.formulas.item_name("the name of an output")};
    if (!p.cursor.at(TokenKind::equals))
      p.cursor.fail_here(p.cursor.at_item_end()
                             ? "an output needs a name and a formula"
                             : fmt::format("expected '=' instead of {}", p.cursor.description()),
                         fmt::format("write {}", example));
    p.cursor.next();
    item.formula = p.formulas.formula();
    item.unit = optional_unit(p);
    p.syntax.watches.push_back(item);
  });
}

struct StatementReader {
  std::string_view word;
  void (*read)(Parser&);
};

constexpr StatementReader readers[] = {
    {"system", parse_system},
    {"coordinates", parse_coordinates},
    {"parameters", parse_parameters},
    {"define", parse_definitions},
    {"kinetic", parse_terms<TermKind::kinetic>},
    {"potential", parse_terms<TermKind::potential>},
    {"lagrangian", parse_terms<TermKind::lagrangian>},
    {"virtual_power", parse_terms<TermKind::virtual_power>},
    {"dissipation", parse_terms<TermKind::dissipation>},
    {"particle", parse_particles},
    {"force", parse_forces},
    {"constraint", parse_constraints},
    {"nonideal", parse_nonideal},
    {"weight", parse_weights},
    {"start", parse_start},
    {"run", parse_run},
    {"watch", parse_watches},
    {"check", parse_check},
    {"draw", parse_draw},
};

void parse_statement(Parser& p) {
  if (p.cursor.place({p.cursor.position(), p.cursor.position()}).column > 1)
    p.cursor.fail_here("a statement starts at the margin",
                       "take away the blanks before its keyword");
  if (!p.cursor.at(TokenKind::name))
    p.cursor.fail_here(
        fmt::format("a statement starts with its keyword, not with {}", p.cursor.description()),
        "indent lines that continue a statement");
  const std::string_view word = p.cursor.text();
  const auto* reader = std::find_if(std::begin(readers), std::end(readers),
                                    [&](const StatementReader& r) { return r.word == word; });
  if (reader == std::end(readers)) {
    std::string hint = did_you_mean(word, words_of(WordKind::statement));
    if (hint.empty()) hint = "indent lines that continue a statement";
    p.cursor.fail_here(fmt::format("'{}' is not a statement", word), hint);
  }
  const TokenId keyword = p.cursor.next();
  p.keyword = {keyword, keyword};
  // the first item may stand below its keyword
  p.cursor.accept(TokenKind::line_end);
  reader->read(p);
}

}  // namespace

bool StatementParser::next_item() {
  for (bool comma = false; cursor.at(TokenKind::comma) || cursor.at(TokenKind::line_end);) {
    if (comma && cursor.at(TokenKind::comma))
      cursor.fail_here("an item is missing between two commas");
    comma = cursor.at(TokenKind::comma);
    cursor.next();
  }
  return !cursor.at_statement_end();
}

void StatementParser::expect(TokenKind kind, std::string_view sign, std::string_view example) {
  if (cursor.accept(kind)) return;
  cursor.fail_here(fmt::format("expected '{}' instead of {}", sign, cursor.description()),
                   fmt::format("write {}", example));
}

void StatementParser::fail_empty(std::string_view example) {
  cursor.fail(keyword, fmt::format("'{}' says nothing", cursor.text(keyword)),
              fmt::format("write {}", example));
}

std::string unquoted(std::string_view token) {
  std::string words;
  token = token.substr(1, token.size() - 2);
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '\\' && i + 1 < token.size() && (token[i + 1] == '"' || token[i + 1] == '\\'))
      ++i;
    words += token[i];
  }
  return words;
}

Syntax parse(const Source& source, const std::vector<Token>& tokens) {
  Syntax syntax;
  Cursor cursor(source, tokens);
  FormulaParser formulas(cursor, syntax);
  StatementParser parser{cursor, syntax, formulas};
  while (!cursor.at(TokenKind::end)) {
    parse_statement(parser);
    cursor.accept(TokenKind::statement_end);
  }
  return syntax;
}

}  // namespace alembert
