#pragma once
/// When Newton's method has reached the constraints.

#include <limits>

#include "integrate/branchless.hpp"

namespace alembert {

/// Judged in numbers, or by formulas.
template <class Number, class Condition>
class NewtonProgress {
 public:
  static constexpr int most_iterations = 8;
  /// By how much rows that follow from the others may miss, relative to their terms.
  static constexpr double largest_miss = 1e-9;
  /// A projection removes what a step has erred, and does not repair what it has overlooked: its
  /// corrections are at most so many tolerances of the step.
  static constexpr double most_tolerances = 100;
  /// The size of a correction of q̇ before the first.
  static constexpr double at_first = std::numeric_limits<double>::max();

  NewtonProgress() = default;
  /// As it was after a correction of q̇ of that size.
  explicit NewtonProgress(const Number& v_before) : v_before_(v_before) {}

  struct Move {
    Condition of_q, of_v;  ///< whether the corrections are to be applied
    Condition done;
  };

  /// After corrections of these sizes, relative to the state, were found. Rows linear in the
  /// velocities are met by one correction of q̇.
  Move judge(const Number& q_size, const Number& v_size, bool linear_in_velocities) {
    const Condition v_settled = integrate::logical_or(
        linear_in_velocities,
        integrate::logical_or(v_size * v_size <= nothing, v_before_ <= v_size));
    v_before_ = v_size;
    const Condition q_settled = q_size * integrate::max_of(q_size, v_size) <= nothing;
    return {q_size > rounding, v_size > rounding, integrate::logical_and(q_settled, v_settled)};
  }

 private:
  // What Newton's method leaves is the square of its correction, times the curvature of the
  // constraints; for q̇ it is the product of both corrections. One that is lost in rounding is not
  // applied.
  static constexpr double nothing = 1e-18, rounding = 4e-16;

  Number v_before_ = at_first;
};

using ProjectionProgress = NewtonProgress<double, bool>;

}  // namespace alembert
