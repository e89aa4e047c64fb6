#pragma once
/// Interval arithmetic: operations on intervals that enclose all values, so that a formula is known
/// not to vanish somewhere without trying every point.

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

/// An enclosure, up to rounding, of the operation's values for operands in these intervals: tight
/// for each operation by itself, and all numbers where it is not defined on the whole intervals.
Interval apply(Op op, const Interval& a, const Interval& b, const Interval& c);

}  // namespace alembert
