#include "draw/thinning.hpp"

#include <algorithm>
#include <set>

namespace alembert {

std::vector<Spot> thinned(const std::vector<Spot>& spots, std::size_t at_most) {
  if (spots.size() <= at_most) return spots;
  constexpr std::size_t kept_of_each = 6;
  const std::size_t stretches = at_most / kept_of_each;
  std::vector<Spot> result;
  for (std::size_t s = 0; s < stretches; ++s) {
    const auto begin = spots.begin() + static_cast<std::ptrdiff_t>(s * spots.size() / stretches);
    const auto end =
        spots.begin() + static_cast<std::ptrdiff_t>((s + 1) * spots.size() / stretches);
    const auto [left, right] =
        std::minmax_element(begin, end, [](const Spot& a, const Spot& b) { return a.x < b.x; });
    const auto [top, bottom] =
        std::minmax_element(begin, end, [](const Spot& a, const Spot& b) { return a.y < b.y; });
    for (const auto spot : std::set{begin, left, right, top, bottom, end - 1})
      result.push_back(*spot);
  }
  return result;
}

}  // namespace alembert
