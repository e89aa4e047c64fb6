#pragma once
/// How near to a loss of rank the states of a step come.

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::integrate {

/// The condition of constraint rows is 1 where they are orthogonal, in the norm of M⁻¹, and grows
/// beyond bounds where their rank or that of M is lost: the fourth power of the inverse ratio of
/// singular values, roughly. This is that ratio: 1 far from a loss of rank, 0 at it. Conditions may
/// be a little below 1, or even negative, where M is not diagonal.
inline double ratio_for(double condition) {
  return condition > 1 ? 1 / std::sqrt(std::sqrt(condition)) : 1;
}
inline double condition_for(double ratio) { return 1 / (ratio * ratio * ratio * ratio); }

/// q̈ then loses at most three digits.
inline constexpr double largest_condition = 1e6;

/// A step in which the ratio falls below both of these, the second relative to its start,
/// approaches a singular position: Runge-Kutta stages, which lie off the constraints, can no longer
/// be trusted there.
inline constexpr double dip_below = 0.05;
inline constexpr double dip_part = 0.3;

/// The conditions that the evaluations of a step have met; roots are taken only when ratios are
/// asked for.
class ConditionRange {
 public:
  ConditionRange() = default;
  ConditionRange(double first, double best, double worst) : first_(first), any_(true) {
    widen(best, worst);
  }

  void add(double condition) { add(ConditionRange(condition, condition, condition)); }
  void add(const ConditionRange& later) {
    if (!any_) first_ = later.first_;
    any_ |= later.any_;
    widen(later.best_, later.worst_);
  }

  /// The ratio where the step begins; 0 where none was met.
  double first_ratio() const { return any_ ? ratio_for(first_) : 0; }
  /// Whether the ratios fall towards a loss of rank.
  bool approaches_singularity() const {
    return may_fall() && smallest() < dip_part * first_ratio() && smallest() < dip_below;
  }
  /// Whether the smallest ratio is a small part of the largest.
  bool falls() const { return may_fall() && smallest() < dip_part * largest(); }

 private:
  void widen(double best, double worst) {
    best_ = std::min(best_, best);
    worst_ = std::max(worst_, worst);
  }

  double smallest() const { return ratio_for(worst_); }
  double largest() const { return any_ ? ratio_for(best_) : 0; }
  // no ratio is above 1, so that no other is small beside it unless this holds; without a root
  bool may_fall() const { return worst_ * (dip_part * dip_part * dip_part * dip_part) > 1; }

  double first_ = 0;
  double best_ = std::numeric_limits<double>::infinity(), worst_ = 0;
  bool any_ = false;
};

}  // namespace alembert::integrate
