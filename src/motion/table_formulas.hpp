#pragma once
/// Formulas in numbers on rows of a motion's table: of a finished motion, or of one that is still
/// going on.

#include <span>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "mechanics/equations.hpp"

namespace alembert {

/// The symbols of the first columns of a row, in the order of MotionColumns, then the parameters
/// that are no variables.
std::vector<NodeId> inputs_of_row(const Equations& equations);
/// So many of them are columns of a row.
std::size_t inputs_from_row(const Equations& equations);

class TableFormulas {
 public:
  /// Formulas of t, q, q̇, q̈ and the parameters; forces of constraint may occur in them.
  TableFormulas(const Equations& equations, const std::vector<NodeId>& formulas);

  /// Their values at one row, as MotionColumns orders it; they stay until the next call.
  const std::vector<double>& evaluate(std::span<const double> row);

 private:
  std::size_t from_row_;        ///< so many of the inputs are the first columns of a row
  std::vector<double> inputs_;  ///< those, then the parameters
  CompiledFormulas program_;
};

}  // namespace alembert
