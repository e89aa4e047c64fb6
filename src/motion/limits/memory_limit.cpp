#include "motion/limits/memory_limit.hpp"

#include <unistd.h>

#include <algorithm>

namespace alembert {

double most_numbers_held() {
  constexpr double most_numbers = 2147483648.0;
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::min(most_numbers, 0.5 * memory / sizeof(double));
}

}  // namespace alembert
