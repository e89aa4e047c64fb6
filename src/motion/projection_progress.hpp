#pragma once
/// When Newton's method has reached the constraints.

#include <algorithm>
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
    const bool v_settled =
        linear_in_velocities || v_size * v_size <= nothing || !(v_size < v_before_);
    v_before_ = v_size;
    const bool q_settled = q_size * std::max(q_size, v_size) <= nothing;
    return {q_size > rounding, v_size > rounding, q_settled && v_settled};
  }

 private:
  // What Newton's method leaves is the square of its correction, times the curvature of the constraints; for q̇ it is
  // the product of both corrections. One that is lost in rounding is not applied.
  static constexpr double nothing = 1e-18, rounding = 4e-16;

  double v_before_ = std::numeric_limits<double>::infinity();
};

}  // namespace alembert
