// The run and its options.

#include <fmt/format.h>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

// an option that is a formula of parameters; at their present values it must be positive
NodeId positive_option(Builder& b, FormulaId formula, std::string_view option) {
  const Expr value = b.formulas.scalar(formula, purpose::run_option);
  const double number = b.formulas.number(value);
  if (!(number > 0))
    b.document.fail(formula,
                    fmt::format("'{}' must be greater than 0, and this is {}", option, number),
                    fmt::format("write {} {}", option, option == "every" ? "0.01" : "1e-10"));
  return value.in(b.graph());
}

// rows count that are not below this fraction of the largest: with 1 none would
NodeId rank_tolerance(Builder& b, FormulaId formula) {
  const NodeId option = positive_option(b, formula, "rank_tolerance");
  const double number = b.formulas.number(b.formulas.scalar(formula, purpose::run_option));
  if (!(number < 1))
    b.document.fail(formula,
                    fmt::format("'rank_tolerance' must be less than 1, and this is {}", number),
                    "it is the part of the largest row below which a row counts as dependent, such "
                    "as 1e-10");
  return option;
}

void build_times(Builder& b, const RunSyntax& from, Run& run) {
  double start = 0;
  run.from = b.graph().zero();
  if (from.from != no_formula) {
    const Expr value = b.formulas.scalar(from.from, purpose::run_option);
    run.from = value.in(b.graph());
    start = b.formulas.number(value);
  }
  if (from.until == no_formula) throw InDoubt{};
  const Expr until = b.formulas.scalar(from.until, purpose::run_option);
  run.until = until.in(b.graph());
  const double end = b.formulas.number(until);
  if (!(end > start))
    b.document.fail(from.until,
                    fmt::format("the run ends at {}, not after its start at {}", end, start),
                    "write run T, or run a to b");
}

}  // namespace

void build_run(Builder& b) {
  if (!b.syntax().run) return;
  const RunSyntax& from = *b.syntax().run;
  Run run;
  b.attempt([&] { build_times(b, from, run); });
  const auto option = [&](FormulaId formula, auto& value, auto build) {
    if (formula != no_formula) b.attempt([&] { value = build(formula); });
  };
  const auto positive = [&](std::string_view name) {
    return [&b, name](FormulaId formula) { return positive_option(b, formula, name); };
  };
  const auto any = [&](FormulaId formula) {
    return b.formulas.scalar(formula, purpose::run_option).in(b.graph());
  };
  option(from.tolerance, run.tolerance, positive("tolerance"));
  option(from.every, run.every, positive("every"));
  option(from.rank_tolerance, run.rank_tolerance,
         [&](FormulaId formula) { return rank_tolerance(b, formula); });
  option(from.baumgarte_alpha, run.baumgarte_alpha, any);
  option(from.baumgarte_beta, run.baumgarte_beta, any);
  run.method = from.method;
  run.drift = from.drift;
  run.inconsistent = from.inconsistent;
  run.impacts = from.impacts;
  run.painleve = from.painleve;
  for (const ConditionSyntax& stop : from.stop_when)
    b.attempt([&] {
      run.stop_when.push_back(
          {b.formulas.condition(stop.formula, purpose::stop).in(b.graph()), stop.text});
    });
  b.model.run = run;
}

}  // namespace alembert
