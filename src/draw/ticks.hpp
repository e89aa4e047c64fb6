#pragma once
/// Round numbers along an axis.

#include <string>
#include <vector>

namespace alembert {

struct Ticks {
  std::vector<double> at;           ///< within the range
  std::vector<std::string> labels;  ///< one per tick; empty for minor ones
  std::string factor;               ///< what the labels leave out: "×10⁻⁶", or empty
  std::string offset;               ///< what to subtract first, where digits would not end
};

/// Multiples of 1, 2 or 5 times a power of ten, as many as there can be up to `at_most` (at least
/// 2).
Ticks linear_ticks(double low, double high, int at_most);

/// Powers of ten and, without labels, their multiples; both ends are positive.
Ticks logarithmic_ticks(double low, double high, int at_most);

/// The largest number 1, 2 or 5 times a power of ten that is not above `value`, which is positive.
double round_down(double value);

/// A number as labels write it: the shortest digits, with a true minus.
std::string label_number(double value);

}  // namespace alembert
