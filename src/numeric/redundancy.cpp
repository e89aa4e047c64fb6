#include "numeric/redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

Redundancy find_redundancy(const KktFactors& factors) {
  // the projector onto N(Aᵀ) at unit rows does not depend on the choice of a basis; N(Aᵀ) itself
  // has the same zero components, since scaling the rows scales y
  const Matrix dependence = factors.dependence();
  const Index m = dependence.rows();

  // null vectors carry the rounding of Y divided by the smallest singular value that was kept
  const double epsilon = std::numeric_limits<double>::epsilon();
  const double zero =
      std::clamp(64 * static_cast<double>(m) * epsilon / factors.rank().pivot_ratio, 1e-10, 1e-3);

  Redundancy redundancy;
  redundancy.unique.assign(static_cast<std::size_t>(m), true);
  for (Index i = 0; i < m; ++i) {
    // the length of the projected unit vector; √ of the diagonal entry would only resolve 1e-8
    redundancy.unique[static_cast<std::size_t>(i)] = dependence.row(i).norm() <= zero;
  }

  // the projector is block-diagonal exactly over the groups: collect its connected parts
  std::vector<bool> seen = redundancy.unique;
  for (Index first = 0; first < m; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    seen[static_cast<std::size_t>(first)] = true;
    DependentRows group{{first}, 0};
    for (std::size_t next = 0; next < group.rows.size(); ++next) {
      const Index i = group.rows[next];
      for (Index j = 0; j < m; ++j) {
        if (seen[static_cast<std::size_t>(j)] || std::abs(dependence(i, j)) <= zero) continue;
        seen[static_cast<std::size_t>(j)] = true;
        group.rows.push_back(j);
      }
    }
    std::sort(group.rows.begin(), group.rows.end());
    double trace = 0;
    for (const Index i : group.rows) trace += dependence(i, i);
    group.surplus = static_cast<Index>(std::lround(trace));
    redundancy.groups.push_back(std::move(group));
  }
  return redundancy;
}

}  // namespace alembert::numeric
