#include <fmt/format.h>

#include <optional>

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

// a word of an enumeration
template <class Enumeration>
Enumeration parse_choice(StatementParser& p, std::string_view one, std::string_view all) {
  if (p.cursor.at(TokenKind::name))
    for (const auto& choice : choices<Enumeration>)
      if (p.cursor.accept_word(choice.word)) return choice.value;
  std::vector<std::string_view> words;
  for (const auto& choice : choices<Enumeration>) words.push_back(choice.word);
  std::string hint = did_you_mean(p.cursor.text(), words);
  if (hint.empty()) hint = fmt::format("{} are {}", all, fmt::join(words, ", "));
  p.cursor.fail_here(fmt::format("{} is no {}", p.cursor.description(), one), hint);
}

// `= f to E`
void parse_value(StatementParser& p, CheckSyntax& check, std::string_view example) {
  p.expect(TokenKind::equals, "=", example);
  check.value = p.formulas.formula();
  check.bound = parse_bound(p, example);
}

CheckSyntax parse_impact(StatementParser& p) {
  constexpr std::string_view example = "impact 3 of floor: t = f to E";
  CheckSyntax check{.what = What::impact, .count = p.formulas.formula()};
  expect_word(p, "of", example);
  check.contact = p.formulas.item_name("the name of a contact");
  p.expect(TokenKind::colon, ":", example);
  check.of_impact =
      parse_choice<Expectation::OfImpact>(p, "quantity of an impact", "quantities of an impact");
  parse_value(p, check, example);
  return check;
}

CheckSyntax parse_time_of(StatementParser& p, What what, std::string_view example) {
  CheckSyntax check{.what = what};
  if (what == What::change) check.count = p.formulas.formula();
  expect_word(p, "of", example);
  check.contact = p.formulas.item_name("the name of a contact");
  p.expect(TokenKind::colon, ":", example);
  expect_word(p, "t", example);
  parse_value(p, check, example);
  return check;
}

// phases are separated by commas, as expectations are; `rest of` begins an expectation
bool at_phase_after_comma(const Cursor& cursor) {
  Cursor next = cursor;
  if (!next.accept(TokenKind::comma) || !next.at(TokenKind::name)) return false;
  const bool is_phase = choice_named<Phase>(next.text()).has_value();
  const bool is_expectation = find_keyword(next.text(), WordKind::expectation);
  next.next();
  return is_phase ? !next.at_word("of") : !is_expectation;
}

CheckSyntax parse_timeline(StatementParser& p) {
  CheckSyntax check{.what = What::timeline,
                    .contact = p.formulas.item_name("the name of a contact")};
  p.expect(TokenKind::colon, ":", "timeline floor: open, rest");
  check.phases.push_back(parse_choice<Phase>(p, "phase of a contact", "phases of a contact"));
  while (at_phase_after_comma(p.cursor)) {
    p.cursor.next();
    check.phases.push_back(parse_choice<Phase>(p, "phase of a contact", "phases of a contact"));
  }
  return check;
}

// those of contacts; nothing for another word
std::optional<CheckSyntax> parse_of_contacts(StatementParser& p, std::string_view word) {
  if (word == "impact") return parse_impact(p);
  if (word == "change") return parse_time_of(p, What::change, "change 2 of floor: t = f to E");
  if (word == "rest") return parse_time_of(p, What::rest_after, "rest of floor: t = f to E");
  if (word == "timeline") return parse_timeline(p);
  if (word == "count") {
    CheckSyntax check{.what = What::impacts,
                      .contact = p.formulas.item_name("the name of a contact")};
    p.expect(TokenKind::equals, "=", "count floor = 11");
    check.count = p.formulas.formula();
    return check;
  }
  if (word == "contacts") {
    constexpr std::string_view example = "contacts hold to E";
    expect_word(p, "hold", example);
    return CheckSyntax{.what = What::contacts_hold, .bound = parse_bound(p, example)};
  }
  if (word == "cone") {
    constexpr std::string_view example = "cone holds to E";
    expect_word(p, "holds", example);
    return CheckSyntax{.what = What::cone_holds, .bound = parse_bound(p, example)};
  }
  if (word == "impacts") {
    constexpr std::string_view example = "impacts lose energy";
    expect_word(p, "lose", example);
    expect_word(p, "energy", example);
    return CheckSyntax{.what = What::impacts_lose_energy};
  }
  return std::nullopt;
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
  if (auto check = parse_of_contacts(p, word)) return *check;
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
