#pragma once
/// Numbers as people read them.

#include <string>

namespace alembert {

/// As many digits as a run of ordinary tolerance deserves, in no more room than `widest_number`.
inline constexpr int shown_digits = 10;
inline constexpr int widest_number = 16;  ///< -1.234567891e-10

/// Ten significant digits; 0 for what is only rounding beside numbers of this size, never -0; "undefined" for what is
/// no finite number.
std::string number_text(double value, double size = 0);

}  // namespace alembert
