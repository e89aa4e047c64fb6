#include <fmt/format.h>

#include "text/keywords.hpp"
#include "text/parse/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

using What = Expectation::What;

void expect_word(StatementParser& p, std::string_view word, std::string_view example) {
  if (p.cursor.accept_word(word)) return;
  p.cursor.fail_here(fmt::format("expected '{}' instead of {}", word, p.cursor.description()),
                     fmt::format("write {}", example));
}

FormulaId parse_bound(StatementParser& p, std::string_view example) {
  expect_word(p, "to", example);
  return p.formulas.formula();
}

CheckSyntax parse_energy(StatementParser& p) {
  if (p.cursor.accept_word("balanced"))
    return {.what = What::energy_balanced, .bound = parse_bound(p, "energy balanced to E")};
  if (p.cursor.accept_word("constant"))
    return {.what = What::energy_constant, .bound = parse_bound(p, "energy constant to E")};
  p.cursor.fail_here(
      fmt::format("expected 'constant' or 'balanced' instead of {}", p.cursor.description()),
      "write energy constant to E, or at T: energy = value to E");
}

CheckSyntax parse_at(StatementParser& p) {
  constexpr std::string_view example = "at T: formula = value to E";
  CheckSyntax check{.what = What::value_at};
  check.time = p.formulas.formula();
  p.expect(TokenKind::colon, ":", example);
  check.formula = p.formulas.formula();
  p.expect(TokenKind::equals, "=", example);
  check.value = p.formulas.formula();
  check.bound = parse_bound(p, example);
  return check;
}

CheckSyntax parse_expectation(StatementParser& p) {
  const std::string_view word = p.cursor.text();
  if (!p.cursor.at(TokenKind::name) || !find_keyword(word, WordKind::expectation)) {
    std::string hint = did_you_mean(word, words_of(WordKind::expectation));
    if (hint.empty())
      hint = fmt::format("expectations start with {}",
                         fmt::join(words_of(WordKind::expectation), ", "));
    p.cursor.fail_here(fmt::format("{} does not start an expectation", p.cursor.description()),
                       hint);
  }
  p.cursor.next();
  if (word == "energy") return parse_energy(p);
  if (word == "at") return parse_at(p);
  if (word == "constraints") {
    expect_word(p, "hold", "constraints hold to E");
    return {.what = What::constraints_hold, .bound = parse_bound(p, "constraints hold to E")};
  }
  if (word == "virtual") {
    constexpr std::string_view example = "virtual work vanishes to E";
    expect_word(p, "work", example);
    expect_word(p, "vanishes", example);
    return {.what = What::virtual_work_vanishes, .bound = parse_bound(p, example)};
  }
  if (word == "always") {
    p.expect(TokenKind::colon, ":", "always: condition");
    const FormulaId condition = p.formulas.formula();
    if (p.cursor.at(TokenKind::equals))
      p.cursor.fail_here("a condition compares with < <= > >=, not with =",
                         "an equation is a check of one instant: at T: formula = value to E");
    return {.what = What::always, .formula = condition};
  }
  if (word == "outcome") {
    if (!p.cursor.at(TokenKind::string))
      p.cursor.fail_here("the words of an outcome stand between quotation marks",
                         "write outcome \"reached the end\"");
    return {.what = What::outcome, .outcome = unquoted(p.cursor.text(p.cursor.next()))};
  }
  return {.what = word == "rank" ? What::rank : What::freedoms, .count = p.formulas.formula()};
}

}  // namespace

void parse_check(StatementParser& p) {
  p.each_item("check energy constant to 1e-9", [&] {
    const TokenId first = p.cursor.position();
    CheckSyntax check = parse_expectation(p);
    check.span = p.cursor.span_from(first);
    check.text = p.cursor.text(check.span);
    p.add(p.syntax.checks, check);
  });
}

}  // namespace alembert
