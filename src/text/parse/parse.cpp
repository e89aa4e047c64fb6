#include "text/parse/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/keywords.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

using Parser = StatementParser;

template <TermKind kind>
void parse_term(Parser& p) {
  parse_terms(p, kind);
}

// what the items of a statement begin with
enum class Items { plain, after_colon };

struct StatementReader {
  std::string_view word;
  void (*read)(Parser&);
  Items items = Items::plain;
};

constexpr StatementReader readers[] = {
    {"system", parse_system},
    {"coordinates", parse_coordinates},
    {"parameters", parse_parameters},
    {"define", parse_definitions},
    {"kinetic", parse_term<TermKind::kinetic>},
    {"potential", parse_term<TermKind::potential>},
    {"lagrangian", parse_term<TermKind::lagrangian>},
    {"virtual_power", parse_term<TermKind::virtual_power>},
    {"dissipation", parse_term<TermKind::dissipation>},
    {"particle", parse_particles, Items::after_colon},
    {"gravity", parse_gravity},
    {"body", parse_bodies, Items::after_colon},
    {"joint", parse_joints, Items::after_colon},
    {"spring", parse_springs, Items::after_colon},
    {"load", parse_loads, Items::after_colon},
    {"actuator", parse_actuators, Items::after_colon},
    {"force", parse_forces, Items::after_colon},
    {"constraint", parse_constraints, Items::after_colon},
    {"nonideal", parse_nonideal, Items::after_colon},
    {"weight", parse_weights, Items::after_colon},
    {"contact", parse_contacts, Items::after_colon},
    {"restitution", parse_restitutions, Items::after_colon},
    {"friction", parse_frictions, Items::after_colon},
    {"discrete", parse_variables},
    {"when", parse_when, Items::after_colon},
    {"start", parse_start},
    {"run", parse_run},
    {"watch", parse_watches},
    {"check", parse_check},
    {"draw", parse_draw},
};

const StatementReader* find_reader(std::string_view word) {
  const auto* reader = std::find_if(std::begin(readers), std::end(readers),
                                    [&](const StatementReader& r) { return r.word == word; });
  return reader == std::end(readers) ? nullptr : reader;
}

// what a line may be that starts with no keyword
std::string hint_for_line(const Cursor& cursor) {
  struct Owner {
    WordKind kind;
    std::string_view statement;
  };
  for (const Owner& owner : {Owner{WordKind::run_option, "run"}, Owner{WordKind::shape, "draw"},
                             Owner{WordKind::expectation, "check"}})
    if (find_keyword(cursor.text(), owner.kind))
      return fmt::format("indent this line: it belongs to {}", owner.statement);
  if (cursor.peek(1).kind == TokenKind::equals)
    return fmt::format(
        "write parameters {0} or define {0}; lines that continue a statement are indented",
        rest_of_line(cursor, cursor.position()));
  return fmt::format("statements are {}; lines that continue one are indented",
                     fmt::join(words_of(WordKind::statement), ", "));
}

// true where the statement before ends in the middle of a formula, which this line seems to
// continue
bool continues_formula(const Cursor& cursor) {
  if (cursor.position() < 2) return false;
  Cursor before = cursor;
  before.go_to(cursor.position() - 2);
  switch (before.peek().kind) {
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::times:
    case TokenKind::divide:
    case TokenKind::power:
    case TokenKind::comma:
    case TokenKind::equals:
      return true;
    default:
      break;
  }
  std::size_t closed = 0;
  for (; !before.at(TokenKind::statement_end); before.go_to(before.position() - 1)) {
    if (before.at(TokenKind::right_parenthesis) || before.at(TokenKind::right_bracket)) ++closed;
    if (before.at(TokenKind::left_parenthesis) || before.at(TokenKind::left_bracket))
      if (closed-- == 0) return true;
    if (before.position() == 0) break;
  }
  return false;
}

// the statement that a wrong word at the margin means; the mistake is noted
const StatementReader* meant_statement(Parser& p, std::string_view word) {
  const std::vector<std::string_view> words = words_of(WordKind::statement);
  std::string hint = did_you_mean(word, words);
  const StatementReader* meant = find_reader(nearest(word, words));
  // a shape at the margin is no misspelt statement
  if (find_keyword(word, WordKind::shape)) {
    hint.clear();
    meant = nullptr;
  }
  if (const ForeignStatement* habit = find_foreign_statement(word); habit && !meant) {
    const bool equals = p.cursor.peek(1).kind == TokenKind::equals;
    hint = fmt::format("write {} {}", habit->statement,
                       rest_of_line(p.cursor, p.cursor.position() + (equals ? 2 : 1)));
    meant = find_reader(habit->statement);
  }
  if (hint.empty()) hint = hint_for_line(p.cursor);
  p.mistakes.attempt(
      [&] { p.cursor.fail_here(fmt::format("'{}' is not a statement", word), hint); });
  return meant;
}

void parse_statement(Parser& p) {
  const bool is_statement = p.cursor.at(TokenKind::name) && find_reader(p.cursor.text());
  if (!is_statement && continues_formula(p.cursor)) throw InDoubt{};
  if (!p.cursor.at(TokenKind::name))
    p.cursor.fail_here(
        fmt::format("a statement starts with its keyword, not with {}", p.cursor.description()),
        "indent lines that continue a statement");
  const std::string_view word = p.cursor.text();
  const StatementReader* reader = find_reader(word);
  if (!reader) reader = meant_statement(p, word);
  if (!reader) throw InDoubt{};
  const TokenId keyword = p.cursor.position();
  if (p.cursor.place({keyword, keyword}).column > 1)
    p.mistakes.attempt([&] {
      p.cursor.fail_here("a statement starts at the margin",
                         fmt::format("take away the blanks before '{}'", word));
    });
  p.keyword = {keyword, keyword};
  p.statement = reader->word;
  p.cursor.next();
  // statements whose items have a name and a ':' are not meant where a sign follows the keyword
  if (reader->items != Items::after_colon) p.skip_sign(keyword);
  // the first item may stand below its keyword
  p.cursor.accept(TokenKind::line_end);
  reader->read(p);
}

}  // namespace

Syntax parse(const Source& source, const std::vector<Token>& tokens, Mistakes& mistakes) {
  Syntax syntax;
  Cursor cursor(source, tokens);
  FormulaParser formulas(cursor, syntax);
  StatementParser parser{cursor, syntax, formulas, mistakes};
  while (!cursor.at(TokenKind::end)) {
    const TokenId first = cursor.position();
    if (!mistakes.attempt([&] { parse_statement(parser); })) parser.skip_statement(first);
    cursor.accept(TokenKind::statement_end);
  }
  return syntax;
}

}  // namespace alembert
