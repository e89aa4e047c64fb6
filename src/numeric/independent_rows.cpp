#include "numeric/independent_rows.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace alembert::numeric {

namespace {

constexpr double nearly_parallel = 1e-12;

// Of rows that say the same in other units the longest one: what follows from it is a small
// multiple of it, and does not carry its rounding errors, made large, into other rows. Rows are the
// columns of `all`.
void prefer_longer(const Matrix& all, const std::vector<int>& classes, std::vector<Index>& chosen) {
  for (Index& row : chosen)
    for (Index other = 0; other < all.cols(); ++other) {
      const double length = all.col(row).norm(), longer = all.col(other).norm();
      if (longer <= length ||
          classes[static_cast<std::size_t>(other)] != classes[static_cast<std::size_t>(row)])
        continue;
      const double cosine = std::abs(all.col(row).dot(all.col(other))) / (length * longer);
      if (cosine > 1 - nearly_parallel) row = other;
    }
}

}  // namespace

std::vector<Index> independent_rows(MatrixView M, MatrixView A, const std::vector<int>& classes,
                                    Index rank, VectorView lengths, double tolerance) {
  const Index m = A.rows();
  // rows of A L⁻ᵀ at unit length as columns; what is left of them is orthogonal to the rows chosen
  Matrix left = Eigen::LLT<Matrix>(Matrix(M)).matrixL().solve(Matrix(A.transpose()));
  const Matrix all = left;
  for (Index r = 0; r < m; ++r)
    if (const double length = left.col(r).norm(); length > 0)
      left.col(r) /= lengths.size() > r ? std::max(length, lengths(r)) : length;

  std::vector<Index> chosen;
  const int last = classes.empty() ? -1 : *std::max_element(classes.begin(), classes.end());
  for (int now = 0; now <= last; ++now) {
    while (static_cast<Index>(chosen.size()) < rank) {
      Index best = -1;
      double longest = tolerance;
      for (Index r = 0; r < m; ++r)
        if (classes[static_cast<std::size_t>(r)] == now && left.col(r).norm() > longest) {
          best = r;
          longest = left.col(r).norm();
        }
      if (best < 0) break;
      chosen.push_back(best);
      const Vector direction = left.col(best) / longest;
      left -= direction * (direction.transpose() * left).eval();
      left.col(best).setZero();
    }
  }
  prefer_longer(all, classes, chosen);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace alembert::numeric
