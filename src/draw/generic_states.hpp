#pragma once
/// Generic states: an identity between formulas that holds at several of them holds everywhere,
/// apart from rounding.

#include <random>
#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// The values of formulas at one state.
using FormulaValues = std::vector<double>;

/// Numbers for t, q, q̇, q̈, the multipliers and all other forces; always the same ones.
class GenericStates {
 public:
  /// `equations` must outlive it.
  explicit GenericStates(const Equations& equations) : equations_(equations) {}

  /// The formulas at three states; fewer if they are not defined there.
  std::vector<FormulaValues> values(const std::vector<NodeId>& formulas);

 private:
  const Assignment& state(std::size_t index);
  double number();
  double fraction();

  const Equations& equations_;
  std::mt19937_64 random_{20};
  std::vector<Assignment> states_;
};

}  // namespace alembert
