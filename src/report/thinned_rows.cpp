#include "report/thinned_rows.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace alembert {

std::vector<std::size_t> thinned_rows(const Motion& motion, std::size_t at_most) {
  const std::size_t count = motion.size();
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (count <= at_most) return all;

  std::set<std::size_t> chosen;
  const std::size_t evenly = std::max<std::size_t>(at_most / 2, 2);
  for (std::size_t k = 0; k < evenly; ++k) chosen.insert(k * (count - 1) / (evenly - 1));
  // extremes fill the rest, column by column
  const std::size_t columns = std::min(motion.layout().width(), (at_most - evenly) / 2);
  for (std::size_t column = 0; column < columns; ++column) {
    const auto less = [&](std::size_t a, std::size_t b) {
      return motion.row(a)[column] < motion.row(b)[column];
    };
    const auto [smallest, largest] = std::minmax_element(all.begin(), all.end(), less);
    chosen.insert(*smallest);
    chosen.insert(*largest);
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace alembert
