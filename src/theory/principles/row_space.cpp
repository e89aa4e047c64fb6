#include "theory/principles/row_space.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <vector>

namespace alembert::theory {

namespace {

// The combinations y of rows of these lengths with yᵀ(rows as written) = 0, orthonormal: D⁻¹ times
// those of the unit rows. Rounding of a long row's part would drown a short row's where the lengths
// differ by many orders. So each column is combined to have a row of its own, the shortest first
// (Gauss and Jordan), and what is rounding beside it is zero.
Matrix combinations_as_written(Matrix N, const Vector& lengths) {
  constexpr double dependent = 1e-8, rounding = 1e-12;
  std::vector<bool> is_taken(static_cast<std::size_t>(N.rows()), false);
  for (Index c = 0; c < N.cols(); ++c) {
    Index row = 0, column = c;
    double largest = 0;
    for (const double least : {dependent, 0.0}) {
      for (Index i = 0; i < N.rows(); ++i)
        for (Index j = c; j < N.cols(); ++j) {
          const double entry = std::fabs(N(i, j));
          const double weight = least > 0 ? entry / lengths(i) : entry;
          if (is_taken[static_cast<std::size_t>(i)] || entry <= least || weight <= largest)
            continue;
          largest = weight;
          row = i;
          column = j;
        }
      if (largest > 0) break;
    }
    is_taken[static_cast<std::size_t>(row)] = true;
    N.col(c).swap(N.col(column));
    N.col(c) /= N(row, c);
    const Vector pivot = N.col(c);
    for (Index j = 0; j < N.cols(); ++j)
      if (j != c) N.col(j) -= N(row, j) * pivot;
  }
  N = (N.array().abs() > rounding).select(N, 0);

  Matrix Z = lengths.cwiseInverse().asDiagonal() * N;
  const Vector sizes = Z.colwise().norm();
  Z *= sizes.cwiseInverse().asDiagonal();
  // row by row, which keeps the small parts of long rows
  const Eigen::LLT<Matrix> R(Z.transpose() * Z);
  return R.matrixL().solve(Z.transpose()).transpose();
}

}  // namespace

Vector RowSpace::divisors() const {
  return lengths.unaryExpr([](double length) { return length > 0 ? length : 1.0; });
}

RowSpace row_space(const Matrix& rows, double tolerance) {
  const Index m = rows.rows(), n = rows.cols();
  RowSpace space;
  space.lengths = rows.rowwise().norm();
  space.null = Matrix::Identity(n, n);
  space.range.resize(n, 0);
  space.inverse = Matrix::Zero(n, m);
  space.combinations = Matrix::Identity(m, m);
  if (m == 0 || n == 0) return space;

  const Vector scale = space.divisors();
  const Matrix unit = scale.cwiseInverse().asDiagonal() * rows;
  const Eigen::JacobiSVD<Matrix> svd(unit, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vector& sigma = svd.singularValues();
  space.singular_values = sigma;
  space.rank = (sigma.array() > tolerance * sigma(0)).count();
  const Index k = space.rank;
  if (k == 0) return space;

  space.condition = sigma(0) / sigma(k - 1);
  space.neglected = k < sigma.size() ? sigma(k) / sigma(k - 1) : 0;
  space.range = svd.matrixV().leftCols(k);
  space.null = svd.matrixV().rightCols(n - k);
  space.combinations = svd.matrixU().rightCols(m - k);
  const Matrix U = svd.matrixU().leftCols(k);

  // rows = (D U)(Σ Vᵀ), both factors of full rank, so rows⁺ = V Σ⁻¹(D U)⁺, and (D U)⁺ is the left
  // inverse that annihilates what no combination of columns reaches
  Matrix left = U.transpose() * scale.cwiseInverse().asDiagonal();
  if (k < m) {
    const Matrix Z = combinations_as_written(space.combinations, scale);
    for (int pass = 0; pass < 2; ++pass) left -= (left * Z) * Z.transpose();
  }
  space.inverse = space.range * sigma.head(k).cwiseInverse().asDiagonal() * left;
  return space;
}

double contradiction(const RowSpace& rows, const Vector& b, double size) {
  if (rows.combinations.cols() == 0) return 0;
  const Vector unit = b.cwiseQuotient(rows.divisors());
  const double part = (rows.combinations.transpose() * unit).norm();
  size = std::max(size, unit.norm());
  return size > 0 ? part / size : 0;
}

}  // namespace alembert::theory
