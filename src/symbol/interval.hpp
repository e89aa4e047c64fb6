#pragma once
/// Intervals of numbers, and operations on them that enclose all values between: where a formula cannot vanish is
/// known without looking at every point.

#include "symbol/operation.hpp"

namespace alembert {

/// All numbers from `low` to `high`; the infinities where nothing is known.
struct Interval {
  double low;
  double high;

  Interval(double from, double to) : low(from), high(to) {}
  explicit Interval(double point) : Interval(point, point) {}

  bool contains(double x) const { return low <= x && x <= high; }
  bool is_point() const { return low == high; }
};

/// An enclosure of what the operation makes of operands in these intervals, to rounding: tight for each operation by
/// itself, and everything where it is not defined on all of them.
Interval apply(Op op, const Interval& a, const Interval& b, const Interval& c);

}  // namespace alembert
