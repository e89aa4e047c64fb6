#include "numeric/friction/complementarity.hpp"

#include <cmath>
#include <vector>

namespace alembert::numeric {

namespace {

// w − N z − 1·z₀ = q: columns w, z, z₀ and q, in the basis that was reached
class Tableau {
 public:
  Tableau(MatrixView N, VectorView q, double rounding)
      : n_(q.size()), rows_(Matrix::Zero(n_, 2 * n_ + 2)), rounding_(rounding) {
    rows_.leftCols(n_).setIdentity();
    rows_.middleCols(n_, n_) = -N;
    rows_.col(2 * n_).setConstant(-1);
    rows_.col(2 * n_ + 1) = q;
    for (Index i = 0; i < n_; ++i) basis_.push_back(i);
  }

  Index artificial() const { return 2 * n_; }
  Index basic(Index row) const { return basis_[static_cast<std::size_t>(row)]; }
  Index complement(Index column) const { return column < n_ ? column + n_ : column - n_; }

  // the row of the most negative q, and of several the lexicographically least
  Index first() const {
    Index found = 0;
    for (Index i = 1; i < n_; ++i)
      if (before(i, 1, found, 1)) found = i;
    return found;
  }

  // the row that limits the rise of `column`; −1 where none does
  Index leaving(Index column) const {
    Index found = -1;
    for (Index i = 0; i < n_; ++i) {
      const double rate = rows_(i, column);
      if (!(rate > rounding_ * rows_.row(i).leftCols(2 * n_ + 1).cwiseAbs().maxCoeff())) continue;
      if (found < 0 || before(i, rate, found, rows_(found, column))) found = i;
    }
    // z₀ leaves where it may: the end
    for (Index i = 0; found >= 0 && i < n_; ++i) {
      if (basic(i) != artificial() || !(rows_(i, column) > 0)) continue;
      const double mine = rows_(i, 2 * n_ + 1) / rows_(i, column);
      const double least = rows_(found, 2 * n_ + 1) / rows_(found, column);
      if (mine <= least + rounding_ * std::abs(least)) found = i;
    }
    return found;
  }

  void pivot(Index row, Index column) {
    rows_.row(row) /= rows_(row, column);
    for (Index i = 0; i < n_; ++i)
      if (i != row) rows_.row(i) -= rows_(i, column) * rows_.row(row);
    basis_[static_cast<std::size_t>(row)] = column;
  }

  Vector solution() const {
    Vector z = Vector::Zero(n_);
    for (Index i = 0; i < n_; ++i)
      if (basic(i) >= n_ && basic(i) < 2 * n_)
        z(basic(i) - n_) = std::max(0.0, rows_(i, 2 * n_ + 1));
    return z;
  }

 private:
  // (q, first columns) of row i over its rate, lexicographically less than that of row j
  bool before(Index i, double rate_i, Index j, double rate_j) const {
    for (Index k = -1; k < n_; ++k) {
      const Index column = k < 0 ? 2 * n_ + 1 : k;
      const double a = rows_(i, column) / rate_i, b = rows_(j, column) / rate_j;
      if (std::abs(a - b) > rounding_ * (std::abs(a) + std::abs(b))) return a < b;
    }
    return false;
  }

  Index n_;
  Matrix rows_;
  double rounding_;
  std::vector<Index> basis_;
};

}  // namespace

std::optional<Vector> complementary(MatrixView N, VectorView q, double rounding) {
  const Index n = q.size();
  if (n == 0 || q.minCoeff() >= 0) return Vector(Vector::Zero(n));
  Tableau tableau(N, q, rounding);
  Index row = tableau.first(), entering = tableau.artificial();
  // rounding alone could make a basis return: bounded by far more pivots than problems take
  for (Index pivots = 0; pivots < 50 * (n + 10); ++pivots) {
    const Index out = tableau.basic(row);
    tableau.pivot(row, entering);
    if (out == tableau.artificial()) return tableau.solution();
    entering = tableau.complement(out);
    row = tableau.leaving(entering);
    if (row < 0) return {};
  }
  return {};
}

}  // namespace alembert::numeric
