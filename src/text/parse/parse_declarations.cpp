// Statements of titles, names and their values.

#include <fmt/format.h>

#include "text/limits.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/parse_items.hpp"

namespace alembert {

namespace {

// `1 kg`: the unit without its brackets
[[noreturn]] void fail_bare_unit(StatementParser& p) {
  const TokenId number = p.cursor.position() - 1;
  Cursor ahead = p.cursor;
  while (!ahead.at_item_end() && !ahead.at(TokenKind::unit)) ahead.next();
  const TokenSpan unit = ahead.span_from(p.cursor.position());
  std::string text = p.cursor.text(unit);
  if (text.size() > max_repeated_text) text = "...";
  if (text.starts_with("(") && text.ends_with(")")) text = text.substr(1, text.size() - 2);
  p.cursor.fail({number, unit.last}, "a unit stands in brackets",
                fmt::format("write {} [{}]; a unit is a label, and nothing is converted",
                            p.cursor.text(number), text));
}

}  // namespace

std::string optional_unit(StatementParser& p) {
  const bool in_parentheses = p.cursor.at(TokenKind::left_parenthesis);
  const TokenId word = p.cursor.position() + (in_parentheses ? 1 : 0);
  if (p.cursor.after(TokenKind::number) && is_unit(p.cursor.text(word))) fail_bare_unit(p);
  if (!p.cursor.at(TokenKind::unit)) return {};
  std::string_view text = p.cursor.text(p.cursor.next());
  text = text.substr(1, text.size() - 2);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

void parse_system(StatementParser& p) {
  if (!p.syntax.title.empty())
    p.cursor.fail(p.keyword, "the model already has a title", "take one of them away");
  std::string words = rest_of_line(p.cursor, p.cursor.position());
  std::erase(words, '\'');
  if (!p.cursor.at(TokenKind::string))
    p.cursor.fail_here("a title stands between quotation marks",
                       fmt::format("write system \"{}\"", words.empty() ? "title" : words));
  p.syntax.title = unquoted(p.cursor.text(p.cursor.next()));
  if (!p.cursor.at_statement_end())
    p.cursor.fail_here("text after the title", "statements start at the margin, in a new line");
}

void parse_coordinates(StatementParser& p) {
  if (p.cursor.at_item_end()) p.fail_empty("coordinates x y");
  do {
    const ItemName name = p.formulas.item_name("the name of a coordinate");
    if (p.cursor.at(TokenKind::unit)) p.formulas.fail_after_formula();
    if (p.cursor.at(TokenKind::equals) || p.cursor.at(TokenKind::prime))
      p.cursor.fail_here("only names stand here",
                         "values and velocities at the start belong in start");
    p.syntax.coordinates.push_back(name);
  } while (p.next_item());
}

void parse_parameters(StatementParser& p) {
  p.each_item("parameters m = 1.0", [&] {
    // it is a parameter even if its value is wrong
    NamedFormula& item =
        p.syntax.parameters.emplace_back(p.formulas.item_name("the name of a parameter"));
    if (p.cursor.at_item_end())
      p.cursor.fail(item.name.span,
                    fmt::format("parameter '{}' has no value", p.cursor.text(item.name.span)),
                    fmt::format("write {} = 1.0", p.cursor.text(item.name.span)));
    p.expect(TokenKind::equals, "=", "name = value; a name has letters, digits and _");
    const FormulaId value = p.formulas.formula();
    item.unit = optional_unit(p);
    p.formulas.expect_item_end();
    item.formula = value;
  });
}

void parse_definitions(StatementParser& p) {
  p.each_item("define name = formula", [&] {
    NamedFormula item{p.formulas.item_name("the name of a definition")};
    p.expect(TokenKind::equals, "=", "define name = formula");
    item.formula = p.formulas.formula();
    p.add(p.syntax.definitions, item);
  });
}

void parse_start(StatementParser& p) {
  p.each_item("start x = formula", [&] {
    if (p.cursor.text() == "off" && at_switch(p.cursor)) {
      p.cursor.next();
      return p.add(p.syntax.start_off, p.formulas.item_name("what is off at the start"));
    }
    StartSyntax item{p.formulas.coordinate_name("a coordinate")};
    if (p.cursor.accept(TokenKind::prime)) item.velocity = true;
    if (p.cursor.at(TokenKind::prime))
      p.cursor.fail_here("accelerations follow from the equations of motion",
                         "give coordinates and velocities at the start");
    if (p.cursor.at(TokenKind::left_parenthesis))
      p.cursor.fail_here("start values are those of the first instant",
                         fmt::format("write {} = value", p.cursor.text(item.name.span)));
    item.guess = p.cursor.at(TokenKind::tilde);
    if (!p.cursor.accept(TokenKind::tilde))
      p.expect(TokenKind::equals, "=", "x = value, or x ~ guess");
    item.formula = p.formulas.formula();
    p.add(p.syntax.start, item);
  });
}

void parse_watches(StatementParser& p) {
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
    p.add(p.syntax.watches, item);
  });
}

}  // namespace alembert
