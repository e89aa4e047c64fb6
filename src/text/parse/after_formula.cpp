// What may not follow a formula, with what its writer most likely meant.

#include <fmt/format.h>

#include "text/keywords.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/parse_formula.hpp"

namespace alembert {

void FormulaParser::expect_item_end() {
  if (!cursor_.at_item_end()) fail_after_formula();
}

// the beginning of a product that would go on here, for hints
std::string FormulaParser::last_factor() const {
  const TokenId here = cursor_.position();
  Cursor first = cursor_;
  while (first.after(TokenKind::prime) || first.after(TokenKind::component) ||
         first.after(TokenKind::part))
    first.go_to(first.position() - 1);
  if (!first.after(TokenKind::name) && !first.after(TokenKind::number)) return "(...)";
  return cursor_.text(TokenSpan{first.position() - 1, here - 1});
}

// `90deg` and `2 kg`; returns where the word is neither
void FormulaParser::fail_after_number() {
  const TokenId here = cursor_.position();
  const std::string_view word = cursor_.text(), number = cursor_.text(here - 1);
  if (word == "deg" || word == "degree" || word == "degrees")
    cursor_.fail({here - 1, here}, "angles are measured in radians",
                 fmt::format("write {}*pi/180", number));
  if (is_unit(word) && !syntax_.declares(syntax_.name_id(word)))
    cursor_.fail_here(fmt::format("text after the end of a formula: '{}'", word),
                      fmt::format("formulas have no units: take away '{1}', or write {0}*{1} for a "
                                  "product",
                                  number, word));
}

void FormulaParser::fail_after_formula() {
  switch (cursor_.peek().kind) {
    case TokenKind::right_parenthesis:
    case TokenKind::right_bracket:
      cursor_.fail_here(fmt::format("{} closes nothing", cursor_.description()),
                        fmt::format("take away {}", cursor_.description()));
    case TokenKind::unit:
      cursor_.fail_here("a unit stands only after the value of a parameter or of a watch",
                        "an index follows its name without a space: x[3]");
    case TokenKind::name:
      if (cursor_.peek(1).kind == TokenKind::equals || cursor_.peek(1).kind == TokenKind::colon)
        cursor_.fail_here("a new item begins here without a separator",
                          "items are separated by commas or lines");
      if (cursor_.after(TokenKind::number)) fail_after_number();
      [[fallthrough]];
    case TokenKind::number:
    case TokenKind::left_parenthesis: {
      const std::string before = last_factor();
      const std::string what =
          fmt::format("text after the end of a formula: {}", cursor_.description());
      const bool numbers = cursor_.at(TokenKind::number) && cursor_.after(TokenKind::number);
      if (numbers && !cursor_.peek().space_before)
        cursor_.fail_here(what, "a number has one decimal point");
      if (numbers)
        cursor_.fail_here(what, fmt::format("write {0}{1} for one number, {0}*{1} for a product",
                                            before, cursor_.text()));
      if (find_keyword(before, WordKind::force_quantity) && cursor_.at(TokenKind::name))
        cursor_.fail_here(what, fmt::format("write {}({})", before, cursor_.text()));
      cursor_.fail_here(what, fmt::format("multiplication is written: {}*{}", before,
                                          cursor_.text() == "(" ? "(...)" : cursor_.text()));
    }
    case TokenKind::equals:
      if (const TokenId here = cursor_.position(); here >= 2) {
        const auto line = [&](TokenId token) { return cursor_.place({token, token}).line; };
        if (cursor_.after(TokenKind::name) && line(here - 1) > line(here - 2))
          cursor_.fail_here("an equation cannot stand here",
                            fmt::format("this line continues the one above, which ends with '{}'",
                                        cursor_.text(here - 2)));
      }
      cursor_.fail_here("an equation cannot stand here",
                        "only constraints, definitions, start "
                        "values, parameters and outputs are written with =");
    default:
      cursor_.fail_here(fmt::format("text after the end of a formula: {}", cursor_.description()));
  }
}

}  // namespace alembert
