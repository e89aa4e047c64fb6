#pragma once
/// Baumgarte's stabilisation: rows whose residuals decay in place of states that are projected onto
/// them.

#include "mechanics/equations.hpp"

namespace alembert::solution {

/// φ̈ + 2αφ̇ + β²φ = 0 and ψ̇ + αψ = 0 in place of φ̈ = 0 and ψ̇ = 0 (Eq. 39 of docs/theory.md).
struct Baumgarte {
  double alpha = 0, beta = 0;  ///< 1/s

  /// Of φ̇ or ψ in a row of this level.
  double damping(Level level) const { return level == Level::position ? 2 * alpha : alpha; }
  /// Of φ.
  double stiffness() const { return beta * beta; }
};

}  // namespace alembert::solution
