#pragma once
/// Which rows of a long motion to show.

#include <cstddef>
#include <vector>

#include "motion/motion.hpp"

namespace alembert {

/// At most about `at_most` rows, in order: evenly spaced ones with the first and the last, and
/// those in which a column is largest or smallest. All of them when there are not more.
std::vector<std::size_t> thinned_rows(const Motion& motion, std::size_t at_most);

}  // namespace alembert
