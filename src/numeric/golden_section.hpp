#pragma once
/// The smallest value of a function between two points.

#include <algorithm>
#include <cmath>

namespace alembert {

struct Minimum {
  double at;
  double value;
};

/// The minimum of a function that first falls and then rises between `left` and `right` (or only
/// falls, or only rises), by golden section until the place is known to `resolution`, in the units
/// of the place. Both ends count.
template <class Function>
Minimum golden_section(const Function& function, double left, double right, double resolution) {
  constexpr double golden = 0.6180339887498949;
  Minimum first{left, function(left)}, last{right, function(right)};
  Minimum a{right - golden * (right - left), 0}, b{left + golden * (right - left), 0};
  a.value = function(a.at);
  b.value = function(b.at);
  while (right - left > resolution && left < a.at && a.at < b.at && b.at < right) {
    if (a.value < b.value) {
      right = b.at;
      b = a;
      a.at = right - golden * (right - left);
      a.value = function(a.at);
    } else {
      left = a.at;
      a = b;
      b.at = left + golden * (right - left);
      b.value = function(b.at);
    }
  }
  Minimum best = a.value < b.value ? a : b;
  for (const Minimum& end : {first, last})
    if (end.value < best.value) best = end;
  return best;
}

}  // namespace alembert
