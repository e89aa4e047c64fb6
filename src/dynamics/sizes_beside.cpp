#include "dynamics/sizes_beside.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "dynamics/mass_blocks.hpp"

namespace alembert {

namespace {

// of the largest that it compares with: what is smaller is rounding
constexpr double no_inertia = 1e-14, no_coordinate = 1e-13;

}  // namespace

numeric::Vector sizes_beside(const FormulaMatrix& M, const FormulaMatrix& A,
                             const numeric::Vector& q, const numeric::Vector& inertia,
                             double unknown) {
  if (q.size() == 0) return q;
  numeric::Vector roots = inertia.cwiseAbs().cwiseSqrt();
  for (const CoordinateBlock& block : mass_blocks(M)) {
    double heaviest = 0;
    for (const std::size_t j : block)
      heaviest = std::max(heaviest, roots[static_cast<numeric::Index>(j)]);
    for (const std::size_t j : block)
      if (double& root = roots[static_cast<numeric::Index>(j)]; root <= no_inertia * heaviest)
        root = 0;
  }
  const auto root = [&](numeric::Index j) { return roots[j]; };
  double largest = 0;
  for (numeric::Index j = 0; j < q.size(); ++j)
    largest = std::max(largest, root(j) * std::fabs(q[j]));
  std::vector<double> of_row(A.rows, 0);
  for (const Entry& entry : A.entries)
    of_row[entry.row] = std::max(of_row[entry.row], std::fabs(q[entry.column]));

  numeric::Vector sizes = q.cwiseAbs();
  for (numeric::Index j = 0; j < q.size(); ++j)
    if (root(j) * sizes[j] < no_coordinate * largest && root(j) > 0) sizes[j] = largest / root(j);
  for (const Entry& entry : A.entries)
    if (q[entry.column] == 0 && root(entry.column) == 0)
      sizes[entry.column] = std::max(sizes[entry.column], of_row[entry.row]);
  for (double& size : sizes)
    if (size == 0 || !std::isfinite(size)) size = unknown;
  return sizes;
}

}  // namespace alembert
