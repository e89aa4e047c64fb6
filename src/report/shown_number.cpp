#include "report/shown_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace alembert {

std::string shown_number(double value, double size) {
  if (!std::isfinite(value)) return "undefined";
  if (std::fabs(value) <= shown_rounding * size) return "0";
  return fmt::format("{:.{}g}", value + 0.0, shown_digits);  // the sum of -0 and 0 is 0
}

}  // namespace alembert
