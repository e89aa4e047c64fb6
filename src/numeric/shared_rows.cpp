#include "numeric/shared_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alembert::numeric {

namespace {

// of a row at unit length: what is left of one that depends on those kept
constexpr double dependent = 1e-8;
// of a coefficient of unit rows
constexpr double negligible_part = 1e-12;

}  // namespace

SharedRows::SharedRows(const Matrix& unit_rows, const Vector& lengths) : lengths_(lengths) {
  choose_rows(unit_rows);
  if (kept_.empty()) return;
  const Matrix kept = unit_rows(kept_, Eigen::all);
  unit_kept_.compute(kept);
  unit_kept_transposed_.compute(kept.transpose());
  if (left_.empty()) return;
  // K U_kept = U_left
  G_ = unit_kept_transposed_.solve(unit_rows(left_, Eigen::all).transpose()).transpose();
  for (Index i = 0; i < G_.rows(); ++i)
    for (Index j = 0; j < G_.cols(); ++j) {
      const double over = lengths_[kept_[static_cast<std::size_t>(j)]];
      G_(i, j) = std::fabs(G_(i, j)) > negligible_part
                     ? G_(i, j) * (lengths_[left_[static_cast<std::size_t>(i)]] / over)
                     : 0;
    }
  Matrix sum = G_ * G_.transpose();
  sum.diagonal().array() += 1;
  one_plus_GGt_.compute(sum);
}

// Gram and Schmidt's method, twice at each row
void SharedRows::choose_rows(const Matrix& unit_rows) {
  const Index m = unit_rows.rows(), k = unit_rows.cols();
  kept_.resize(static_cast<std::size_t>(k));
  if (k == m) {
    std::iota(kept_.begin(), kept_.end(), Index{0});
    return;
  }
  Matrix rest = unit_rows;
  std::vector<bool> is_kept(static_cast<std::size_t>(m), false);
  for (Index& chosen : kept_) {
    const Vector size = rest.rowwise().norm();
    double longest = -1;
    for (const double least : {dependent, -1.0}) {
      for (Index i = 0; i < m; ++i) {
        // by length as written where the row is independent, and otherwise by how independent it is
        const double left = least > 0 ? lengths_[i] * size[i] : size[i];
        if (is_kept[static_cast<std::size_t>(i)] || !(size[i] > least) || left <= longest) continue;
        longest = left;
        chosen = i;
      }
      if (longest >= 0) break;
    }
    is_kept[static_cast<std::size_t>(chosen)] = true;
    Vector direction = rest.row(chosen).transpose();
    if (const double length = direction.norm(); length > 0) direction /= length;
    for (int pass = 0; pass < 2; ++pass) rest -= (rest * direction) * direction.transpose();
  }
  std::ranges::sort(kept_);
  for (Index i = 0; i < m; ++i)
    if (!is_kept[static_cast<std::size_t>(i)]) left_.push_back(i);
}

Matrix SharedRows::agreed(const Matrix& g) const {
  Matrix kept = g(kept_, Eigen::all);
  if (left_.empty()) return kept;
  const Matrix miss = g(left_, Eigen::all) - G_ * kept;
  return kept + G_.transpose() * one_plus_GGt_.solve(miss);
}

Matrix SharedRows::solve(const Matrix& g) const {
  if (kept_.empty()) return Matrix::Zero(0, g.cols());
  return unit_kept_.solve(lengths_(kept_).cwiseInverse().asDiagonal() * agreed(g));
}

Matrix SharedRows::solve_transposed(const Matrix& w) const {
  Matrix lambda = Matrix::Zero(lengths_.size(), w.cols());
  if (kept_.empty()) return lambda;
  Matrix of_kept =
      lengths_(kept_).cwiseInverse().asDiagonal() * unit_kept_transposed_.solve(w).eval();
  if (!left_.empty()) {
    const Matrix of_left = one_plus_GGt_.solve(G_ * of_kept);
    of_kept -= G_.transpose() * of_left;
    lambda(left_, Eigen::all) = of_left;
  }
  lambda(kept_, Eigen::all) = of_kept;
  return lambda;
}

Matrix SharedRows::basis() const {
  const Index k = static_cast<Index>(kept_.size());
  Matrix result = Matrix::Zero(lengths_.size(), k);
  result(kept_, Eigen::all) = Matrix::Identity(k, k);
  if (!left_.empty()) result(left_, Eigen::all) = G_;
  return result;
}

Vector SharedRows::nearest(VectorView g) const { return basis() * agreed(g); }

}  // namespace alembert::numeric
