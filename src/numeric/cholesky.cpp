#include "numeric/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alembert::numeric {

double factorise_cholesky(Eigen::Ref<Matrix> M) {
  const Index n = M.rows();
  double smallest = 1;
  for (Index j = 0; j < n; ++j) {
    auto column = M.col(j).tail(n - j);
    const double diagonal = column(0);
    // left-looking: what the finished columns have already explained of this one
    if (j > 0) {
      column.noalias() -= M.block(j, 0, n - j, j) * M.row(j).head(j).transpose();
    }
    const double pivot = column(0);
    const double ratio = pivot / diagonal;
    if (!(pivot > 0 && ratio > 0)) return std::min(0.0, ratio);
    smallest = std::min(smallest, ratio);
    column *= 1 / std::sqrt(pivot);
  }
  return smallest;
}

void PivotedCholesky::factorise(const Matrix& G, double cut) {
  const Index m = G.rows();
  L_.resize(m, m);
  order_.resize(static_cast<std::size_t>(m));
  std::iota(order_.begin(), order_.end(), Index{0});
  remaining_ = G.diagonal();
  rank_ = 0;
  smallest_kept_ = 1;
  largest_left_ = 0;

  for (Index j = 0; j < m; ++j) {
    Index best = j;
    const double largest = remaining_.tail(m - j).maxCoeff(&best);
    best += j;
    if (!(largest > cut)) {
      largest_left_ = largest;
      return;
    }
    // an exchange that gains less than a factor of two is not worth its copying
    if (remaining_(j) > largest / 2) best = j;
    if (best != j) {
      std::swap(order_[static_cast<std::size_t>(j)], order_[static_cast<std::size_t>(best)]);
      std::swap(remaining_(j), remaining_(best));
      L_.row(j).head(j).swap(L_.row(best).head(j));
    }

    const double pivot = remaining_(j);
    smallest_kept_ = std::min(smallest_kept_, pivot);
    auto column = L_.col(j).tail(m - j);
    for (Index i = j; i < m; ++i) column(i - j) = G(vector_at(i), vector_at(j));
    if (j > 0) {
      column.noalias() -= L_.block(j, 0, m - j, j) * L_.row(j).head(j).transpose();
    }
    column *= 1 / std::sqrt(pivot);
    column(0) = std::sqrt(pivot);
    remaining_.tail(m - j - 1) -= column.tail(m - j - 1).cwiseAbs2();
    ++rank_;
  }
}

void PivotedCholesky::solve_in_place(Eigen::Ref<Vector> x) const {
  const auto L = L_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>();
  L.solveInPlace(x);
  L.transpose().solveInPlace(x);
}

}  // namespace alembert::numeric
