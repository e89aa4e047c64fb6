#pragma once
/// A formula as Python holds it: an Expr, and what keeps its graph alive. Python calls it Expr.

#include <memory>
#include <string>
#include <vector>

#include "graph_keeper.hpp"
#include "symbol/expr.hpp"

namespace alembert::python {

struct Formula {
  Expr expr = 0.0;
  std::shared_ptr<GraphKeeper> keeper = {};  ///< null for a plain number

  Formula(double number) : expr(number) {}  // NOLINT: a number is a formula
  Formula(const Expr& made, std::shared_ptr<GraphKeeper> of) : expr(made), keeper(std::move(of)) {
    if (!expr.graph()) keeper.reset();
  }
};

/// left = right.
struct FormulaEquation {
  Formula left, right;
};

/// The one graph of all these formulas, or null for numbers alone; throws ModelError for two
/// systems.
std::shared_ptr<GraphKeeper> common_keeper(const std::vector<const Formula*>& formulas);

/// Applies the C++ function to the formulas.
template <class Function, class... Formulas>
Formula combined(Function function, const Formulas&... operands) {
  const std::shared_ptr<GraphKeeper> keeper = common_keeper({&operands...});
  if (!keeper) return {function(operands.expr...), nullptr};
  const Hold hold(*keeper);
  return {function(operands.expr...), keeper};
}

/// The formula as text, in the notation of the model language.
std::string text_of(const Formula& formula);
std::string latex_of(const Formula& formula);

}  // namespace alembert::python
