#pragma once
/// How near the states of a step come to a loss of rank.

#include <algorithm>

namespace alembert {

/// A step in which the ratio dips below both of these, the second relative to its start, comes near a singular
/// position: Runge-Kutta stages, which lie off the constraints, can no longer be trusted there.
constexpr double dip_below = 0.05;
constexpr double dip_part = 0.3;

/// Ratios of singular values of the constraints, smallest to largest: 1 far from, 0 at a loss of rank.
struct RatiosMet {
  double first = 0, smallest = 1, largest = 0;

  void add(double ratio) {
    if (first == 0) first = ratio;
    smallest = std::min(smallest, ratio);
    largest = std::max(largest, ratio);
  }
  /// Whether they fall towards a loss of rank.
  bool is_dip() const { return smallest < dip_part * first && smallest < dip_below; }
};

}  // namespace alembert
