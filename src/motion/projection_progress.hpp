#pragma once
/// When Newton's method has reached the constraints.

#include <limits>

namespace alembert {

class ProjectionProgress {
 public:
  static constexpr int most_iterations = 8;
  /// By how much rows that follow from the others may miss, relative to their terms.
  static constexpr double largest_miss = 1e-9;

  struct Verdict {
    bool move_q, move_v;  ///< whether the corrections are to be applied
    bool done;
  };

  /// After corrections of these sizes, relative to the state, were found. Rows linear in the velocities are met
  /// by one correction of q̇.
  Verdict judge(double q_size, double v_size, bool linear_in_velocities) {
    const bool settled =
        linear_in_velocities || v_size <= square_is_rounding || !(v_size < v_before_);
    v_before_ = v_size;
    return {q_size > rounding, v_size > rounding, q_size <= square_is_rounding && settled};
  }

 private:
  // What Newton's method leaves is the square of its correction, times the curvature of the constraints; a correction
  // lost in rounding is not applied.
  static constexpr double square_is_rounding = 1e-9, rounding = 4e-16;

  double v_before_ = std::numeric_limits<double>::infinity();
};

}  // namespace alembert
