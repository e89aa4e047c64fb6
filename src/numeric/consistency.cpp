#include "numeric/consistency.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

Consistency check_consistency(const KktFactors& factors, const Redundancy& redundancy, VectorView b,
                              VectorView sizes, double tolerance) {
  const Index m = b.size();
  Consistency found;
  found.residual = Vector::Zero(m);
  found.relative = Vector::Zero(m);
  if (redundancy.groups.empty()) return found;

  found.residual = b - factors.nearest_consistent(b);
  const Matrix dependence = factors.dependence();
  for (const DependentRows& group : redundancy.groups) {
    // group by group, so that large rows elsewhere do not leave their rounding here
    const auto unit = [&](Index row, double value) {
      const double size = factors.row_sizes()(row);
      return size > 0 ? value / size : value;
    };
    double largest = 0;
    for (const Index row : group.rows) largest = std::max(largest, unit(row, sizes(row)));
    if (largest == 0) continue;
    for (const Index row : group.rows) {
      double residual = 0;
      for (const Index other : group.rows)
        residual += dependence(row, other) * unit(other, b(other));
      found.relative(row) = std::abs(residual) / largest;
      if (found.relative(row) > tolerance) found.rows.push_back(row);
    }
  }
  // rows without a dependent partner never contradict
  for (Index i = 0; i < m; ++i) {
    if (redundancy.unique[static_cast<std::size_t>(i)]) found.residual(i) = 0;
  }
  std::sort(found.rows.begin(), found.rows.end());
  found.consistent = found.rows.empty();
  return found;
}

}  // namespace alembert::numeric
