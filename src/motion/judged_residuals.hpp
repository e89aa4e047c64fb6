#pragma once
/// The residuals of a motion's constraints beside what they may be: a part of the terms that must cancel in their rows.

#include "motion/motion_sizes.hpp"

namespace alembert {

/// A residual with its bound, both in units of its row.
struct JudgedResidual {
  double value = 0;
  double bound = 0;

  /// False for NaN.
  bool holds() const { return value <= bound; }
};

struct JudgedResiduals {
  JudgedResidual position;  ///< of all φ the one that is largest beside its bound
  JudgedResidual velocity;  ///< of all φ̇ and ψ

  bool hold() const { return position.holds() && velocity.holds(); }
};

/// Each row may miss zero by `part` of its size, and by what rounding leaves of it.
JudgedResiduals judge_residuals(const Motion& motion, const MotionSizes& sizes, double part);

}  // namespace alembert
