#include "numeric/nearly_dependent_rows.hpp"

namespace alembert::numeric {

namespace {

// what is smaller in a combination, relative to its largest component, comes from the cut and not
// from the rows
constexpr double takes_part = 1e-2;

/// What the rows above leave of a row, with 1 as its largest entry.
struct Reduced {
  Index pivot;         ///< the column of the 1
  Vector row;          ///< yᵀA
  Vector combination;  ///< y
};

}  // namespace

std::vector<Index> nearly_dependent_rows(MatrixView A, double cut) {
  const Index m = A.rows();
  std::vector<bool> depends(static_cast<std::size_t>(m), false);
  std::vector<Reduced> above;
  for (Index i = 0; i < m; ++i) {
    Reduced next{0, A.row(i), Vector::Unit(m, i)};
    const double length = next.row.norm();
    if (length > 0) next.row /= length;
    // each is zero at the pivots of those above it, so that one pass is enough
    for (const Reduced& other : above) {
      const double factor = next.row(other.pivot);
      if (factor == 0) continue;
      next.row -= factor * other.row;
      next.combination -= factor * other.combination;
    }
    const double rest = next.row.size() == 0 ? 0 : next.row.cwiseAbs().maxCoeff(&next.pivot);
    const double size = next.combination.cwiseAbs().maxCoeff();
    if (rest <= cut * size) {
      for (Index k = 0; k <= i; ++k)
        if (std::abs(next.combination(k)) > takes_part * size)
          depends[static_cast<std::size_t>(k)] = true;
      continue;
    }
    const double scale = 1 / next.row(next.pivot);
    next.row *= scale;
    next.combination *= scale;
    above.push_back(std::move(next));
  }
  std::vector<Index> rows;
  for (Index i = 0; i < m; ++i)
    if (depends[static_cast<std::size_t>(i)]) rows.push_back(i);
  return rows;
}

}  // namespace alembert::numeric
