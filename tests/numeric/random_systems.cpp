#include "random_systems.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "numeric/pseudo_inverse.hpp"

namespace alembert::numeric {

double Random::between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(engine_);
}

Matrix Random::matrix(Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [this] { return number(); });
}

Matrix Random::orthogonal(Index n) {
  return Eigen::HouseholderQR<Matrix>(matrix(n, n)).householderQ();
}

Matrix Random::mass(Index n) {
  const Matrix V = orthogonal(n);
  const Vector values = Vector::NullaryExpr(n, [this] { return between(0.5, 5); });
  const Matrix M = V * values.asDiagonal() * V.transpose();
  return (M + M.transpose()) / 2;
}

Matrix Random::rows(Index m, Index n, Index k) {
  Matrix A = matrix(m, n);
  if (k < m) A.bottomRows(m - k) = (matrix(m - k, k) * A.topRows(k)).eval();
  return A;
}

Instant Random::instant(Index n, Index m, Index k) {
  Instant system{mass(n), vector(n), rows(m, n, k), {}, {}};
  system.b = system.A * vector(n);
  return system;
}

double distance(const Matrix& x, const Matrix& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return INFINITY;
  if (y.size() == 0) return 0;
  const double size = y.norm();
  return (x - y).norm() / (size > 0 ? size : 1);
}

Matrix square_root(const Matrix& M) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(M).operatorSqrt();
}

Matrix inverse(const Matrix& M) { return Eigen::FullPivLU<Matrix>(M).inverse(); }

Vector solve_linear(const Matrix& S, const Vector& right) {
  return Eigen::FullPivLU<Matrix>(S).solve(right);
}

Vector eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric).eigenvalues();
}

Vector definition(const Instant& system) {
  const Matrix root = inverse(square_root(system.M));
  const Matrix B = system.A * root;
  const Matrix B_inverse = pseudo_inverse(B);
  const Vector scaled_a = root * system.Q;
  return root * (B_inverse * system.b + scaled_a - B_inverse * (B * scaled_a));
}

Matrix null_space(const Matrix& A) {
  if (A.rows() == 0) return Matrix::Identity(A.cols(), A.cols());
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vector& sigma = svd.singularValues();
  const Index rank = (sigma.array() > 1e-10 * sigma(0)).count();
  return svd.matrixV().rightCols(A.cols() - rank);
}

Matrix diagonal(std::initializer_list<double> values) { return vector_of(values).asDiagonal(); }

Vector vector_of(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Index>(values.size()));
}

}  // namespace alembert::numeric
