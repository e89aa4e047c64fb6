#include <fmt/format.h>

#include <set>

#include "text/keywords.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

// one of the words that name the values of an enumeration
template <typename Enumeration>
Enumeration parse_choice(StatementParser& p, std::string_view option) {
  for (const auto& choice : choices<Enumeration>)
    if (p.cursor.accept_word(choice.word)) return choice.value;
  const std::vector<std::string_view> words = choice_words<Enumeration>();
  const std::string all = fmt::format("write {} {}", option, fmt::join(words, " or "));
  if (p.cursor.at_item_end()) p.cursor.fail_here(fmt::format("'{}' needs a choice", option), all);
  std::string hint = p.cursor.at(TokenKind::name) ? did_you_mean(p.cursor.text(), words) : "";
  if (hint.empty()) hint = all;
  p.cursor.fail_here(fmt::format("{} is not a choice of '{}'", p.cursor.description(), option),
                     hint);
}

void parse_stop(StatementParser& p, RunSyntax& run) {
  if (!p.cursor.accept_word("when"))
    p.cursor.fail_here(fmt::format("expected 'when' instead of {}", p.cursor.description()),
                       "write stop when condition");
  const TokenId first = p.cursor.position();
  const FormulaId condition = p.formulas.argument();
  if (p.cursor.at(TokenKind::equals))
    p.cursor.fail_here("a condition compares with < <= > >=, not with =",
                       "a run stops where x comes to 0 from above with stop when x < 0");
  run.stop_when.push_back({condition, p.cursor.text(p.cursor.span_from(first))});
}

void parse_option(StatementParser& p, RunSyntax& run, std::set<std::string_view>& seen) {
  const std::string_view option = p.cursor.text();
  if (!p.cursor.at(TokenKind::name) || !find_keyword(option, WordKind::run_option)) {
    if (p.cursor.after(TokenKind::number) && is_unit(option))
      p.cursor.fail_here("times and tolerances are numbers without a unit",
                         fmt::format("take away '{}'", option));
    std::string hint = did_you_mean(option, words_of(WordKind::run_option));
    if (hint.empty())
      hint = fmt::format("the options are {}", fmt::join(words_of(WordKind::run_option), ", "));
    p.cursor.fail_here(fmt::format("{} is not an option of 'run'", p.cursor.description()), hint);
  }
  // a run may stop for several reasons; everything else is said once
  if (option != "stop" && !seen.insert(option).second)
    p.cursor.fail_here(fmt::format("'{}' is given twice", option));
  p.skip_sign(p.cursor.next());
  if (option == "tolerance") run.tolerance = p.formulas.argument();
  if (option == "every") run.every = p.formulas.argument();
  if (option == "rank_tolerance") run.rank_tolerance = p.formulas.argument();
  if (option == "method") run.method = parse_choice<Method>(p, option);
  if (option == "inconsistent") run.inconsistent = parse_choice<Inconsistent>(p, option);
  if (option == "impacts") run.impacts = parse_choice<Impacts>(p, option);
  if (option == "painleve") run.painleve = parse_choice<Painleve>(p, option);
  if (option == "drift") run.drift = parse_choice<Drift>(p, option);
  if (option == "drift" && run.drift == Drift::baumgarte) {
    if (p.cursor.at_item_end())
      p.cursor.fail_here("'baumgarte' needs two numbers", "write drift baumgarte a b");
    run.baumgarte_alpha = p.formulas.factor();
    p.cursor.accept(TokenKind::comma);
    if (p.cursor.at_item_end())
      p.cursor.fail_here("'baumgarte' needs a second number", "write drift baumgarte a b");
    run.baumgarte_beta = p.formulas.factor();
  }
  if (option == "stop") parse_stop(p, run);
}

}  // namespace

void parse_run(StatementParser& p) {
  if (p.syntax.run)
    p.cursor.fail(p.keyword, "the model already has a run", "take one of them away");
  if (p.cursor.at_item_end()) p.fail_empty("run 10");
  p.syntax.run.emplace();
  RunSyntax& run = *p.syntax.run;
  p.item([&] {
    const FormulaId first = p.formulas.argument();
    if (p.cursor.accept_word("to")) {
      run.from = first;
      run.until = p.formulas.argument();
    } else {
      run.until = first;
    }
  });
  std::set<std::string_view> seen;
  while (p.next_item()) p.item([&] { parse_option(p, run, seen); });
}

}  // namespace alembert
