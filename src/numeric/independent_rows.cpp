#include "numeric/independent_rows.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace alembert::numeric {

std::vector<Index> independent_rows(MatrixView M, MatrixView A, const std::vector<int>& classes,
                                    Index rank, double tolerance) {
  const Index m = A.rows();
  // rows of A L⁻ᵀ at unit length as columns; what is left of them is orthogonal to the rows chosen
  Matrix left = Eigen::LLT<Matrix>(Matrix(M)).matrixL().solve(Matrix(A.transpose()));
  for (Index r = 0; r < m; ++r)
    if (const double length = left.col(r).norm(); length > 0) left.col(r) /= length;

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
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace alembert::numeric
