#pragma once
/// Numbers as people read them.

#include <string>

namespace alembert {

/// Prints as many digits as a run of ordinary tolerance deserves, in at most `widest_number`
/// columns.
inline constexpr int shown_digits = 10;
inline constexpr int widest_number = 16;  ///< -1.234567891e-10
/// Less than this part of a size is mere rounding.
inline constexpr double shown_rounding = 1e-14;

/// Ten significant digits; 0 for mere rounding beside numbers of this size, never -0; "undefined"
/// for a number that is not finite.
std::string shown_number(double value, double size = 0);

}  // namespace alembert
