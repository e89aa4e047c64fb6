#include "theory/principles/row_space.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <numeric>
#include <vector>

namespace alembert::theory {

namespace {

// W⁺ of independent columns whose rows may differ in size by many orders: Householder's method
// keeps the small rows only if the large ones come first and the columns are pivoted
Matrix inverse_of_columns(const Matrix& W) {
  std::vector<Index> order(static_cast<std::size_t>(W.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector sizes = W.rowwise().norm();
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return sizes(i) > sizes(j); });
  const Matrix sorted = W(order, Eigen::all);

  const auto columns = Eigen::ColPivHouseholderQR<Matrix>(sorted).colsPermutation();
  const Eigen::HouseholderQR<Matrix> qr(sorted * columns);
  const Index k = W.cols();
  const Matrix Q = qr.householderQ() * Matrix::Identity(W.rows(), k);
  const Matrix R = qr.matrixQR().topRows(k);
  const Matrix solved = columns * Matrix(R.triangularView<Eigen::Upper>().solve(Q.transpose()));
  Matrix inverse(k, W.rows());
  inverse(Eigen::all, order) = solved;
  return inverse;
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

  // rows = (D U)(Σ Vᵀ), both factors of full rank, so rows⁺ = V Σ⁻¹(D U)⁺
  const Matrix U = svd.matrixU().leftCols(k);
  const Matrix left = k == m ? Matrix(U.transpose() * scale.cwiseInverse().asDiagonal())
                             : inverse_of_columns(scale.asDiagonal() * U);
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
