#pragma once
/// How near the states of a step come to a loss of rank.

#include <algorithm>
#include <limits>

#include "motion/explicit_formulas.hpp"

namespace alembert {

/// A step in which the ratio dips below both of these, the second relative to its start, comes near a singular
/// position: Runge-Kutta stages, which lie off the constraints, can no longer be trusted there.
constexpr double dip_below = 0.05;
constexpr double dip_part = 0.3;

/// Ratios of singular values of the constraints, smallest to largest: 1 far from, 0 at a loss of rank. Kept as
/// conditions (ExplicitFormulas::ratio_for), because the roots are seldom asked for.
class RatiosMet {
 public:
  RatiosMet() = default;
  /// Of these conditions.
  RatiosMet(double first, double best, double worst) : first_(first), any_(true) {
    take(best, worst);
  }

  void add_condition(double condition) { add(RatiosMet(condition, condition, condition)); }
  void add(double ratio) { add_condition(1 / (ratio * ratio * ratio * ratio)); }
  void add(const RatiosMet& later) {
    if (!any_) first_ = later.first_;
    any_ |= later.any_;
    take(later.best_, later.worst_);
  }

  /// 0 where none was met.
  double first() const { return any_ ? ExplicitFormulas::ratio_for(first_) : 0; }
  /// Whether they fall towards a loss of rank.
  bool is_dip() const {
    return may_dip() && smallest() < dip_part * first() && smallest() < dip_below;
  }
  /// Whether the smallest is a small part of the largest.
  bool is_fall() const { return may_dip() && smallest() < dip_part * largest(); }

 private:
  void take(double best, double worst) {
    best_ = std::min(best_, best);
    worst_ = std::max(worst_, worst);
  }

  double smallest() const { return ExplicitFormulas::ratio_for(worst_); }
  double largest() const { return any_ ? ExplicitFormulas::ratio_for(best_) : 0; }
  // no ratio is above 1, so that no other is small beside it unless this holds; without a root
  bool may_dip() const { return worst_ * (dip_part * dip_part * dip_part * dip_part) > 1; }

  double first_ = 0;
  double best_ = std::numeric_limits<double>::infinity(), worst_ = 0;
  bool any_ = false;
};

}  // namespace alembert
