#pragma once
/// Mixed second derivatives of formulas at a point of the space of (t, q, q̇, q̈), by hyper-dual
/// numbers.

#include <vector>

#include "symbol/hyper_dual.hpp"
#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

/// A derivative and the size of the terms that were added up to find it, which is what its rounding
/// error is proportional to.
struct Derivative {
  Vector value;
  Vector size;
};

class MixedDerivatives {
 public:
  /// Formulas of t, q, q̇, q̈ and the parameters.
  MixedDerivatives(const System& system, const std::vector<NodeId>& formulas);

  /// D_u D_w f
  Derivative operator()(const Point& point, const Point& u, const Point& w);

 private:
  struct Step {
    Op op;
    std::size_t a, b, c, result;
  };
  std::vector<Step> steps_;
  std::vector<HyperDual> numbers_;  ///< constants and parameters stay as they are
  std::vector<std::size_t> inputs_, outputs_;
};

}  // namespace alembert::theory
