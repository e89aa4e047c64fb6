#pragma once
/// When Newton's method has reached the constraints: q first, then q̇ where q no longer moves.

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
    Verdict verdict{q_size > rounding, false, false};
    // in large systems rounding leaves more than in small ones, but it does not shrink
    const bool settled =
        q_size <= settled_below || (q_size < most_rounding && q_size > q_before_ / 4);
    q_before_ = q_size;
    if (!settled) return verdict;
    verdict.move_v = v_size > rounding;
    verdict.done = linear_in_velocities || v_size <= settled_below || !(v_size < v_before_);
    v_before_ = v_size;
    return verdict;
  }

 private:
  // a change of q so small that the gradients belong to the place it leads to, and one lost in rounding
  static constexpr double settled_below = 1e-15;
  static constexpr double rounding = 4e-16, most_rounding = 1e-12;

  double q_before_ = std::numeric_limits<double>::infinity();
  double v_before_ = std::numeric_limits<double>::infinity();
};

}  // namespace alembert
