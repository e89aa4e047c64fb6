#include "numeric/pseudo_inverse.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>

namespace alembert::numeric {

namespace {

double relative(const Matrix& difference, const Matrix& terms) {
  const double size = terms.norm();
  return size > 0 ? difference.norm() / size : difference.norm();
}

// Reflections from the left and the right leave a diagonal and the entries beside it (Golub and
// Kahan 1965): in turn they are those beside the zero diagonal of a symmetric matrix with the
// eigenvalues ±σ. For values alone this takes half as long as Eigen's division of the matrix.
Vector by_bidiagonal_form(Matrix A) {
  const Index m = A.rows(), n = A.cols();
  Vector beside(2 * n - 1), workspace(m);
  double factor = 0;
  for (Index k = 0; k < n; ++k) {
    A.col(k).tail(m - k).makeHouseholderInPlace(factor, beside[2 * k]);
    if (k + 1 == n) break;
    A.bottomRightCorner(m - k, n - k - 1)
        .applyHouseholderOnTheLeft(A.col(k).tail(m - k - 1), factor, workspace.data());
    A.row(k).tail(n - k - 1).makeHouseholderInPlace(factor, beside[2 * k + 1]);
    A.bottomRightCorner(m - k - 1, n - k - 1)
        .applyHouseholderOnTheRight(A.row(k).tail(n - k - 2).transpose(), factor, workspace.data());
  }
  Eigen::SelfAdjointEigenSolver<Matrix> eigen;
  eigen.computeFromTridiagonal(Vector::Zero(2 * n), beside, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().tail(n).reverse().cwiseMax(0);
}

}  // namespace

Vector singular_values(MatrixView A) {
  if (A.size() == 0) return {};
  // beyond this size Jacobi's rotations take ten times as long
  constexpr Index largest_by_rotations = 24;
  if (std::min(A.rows(), A.cols()) <= largest_by_rotations)
    return Eigen::JacobiSVD<Matrix>(A).singularValues();
  return by_bidiagonal_form(A.rows() < A.cols() ? A.transpose() : A);
}

Matrix pseudo_inverse(MatrixView A, double tolerance) {
  if (A.size() == 0) return Matrix::Zero(A.cols(), A.rows());
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Vector inverse = svd.singularValues();
  const double cut = tolerance * inverse(0);
  for (double& sigma : inverse) sigma = sigma > cut ? 1 / sigma : 0;
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

double MoorePenroseCertificate::worst() const {
  return std::max({axa, xax, ax_symmetric, xa_symmetric});
}

MoorePenroseCertificate certify(MatrixView A, MatrixView X, const Matrix& N, const Matrix& M) {
  const Matrix AX = A * X, XA = X * A;
  const Matrix left = N.size() > 0 ? Matrix(N * AX) : AX;
  const Matrix right = M.size() > 0 ? Matrix(M * XA) : XA;
  return {.axa = relative(AX * A - A, A),
          .xax = relative(XA * X - X, X),
          .ax_symmetric = relative(left - left.transpose(), left),
          .xa_symmetric = relative(right - right.transpose(), right)};
}

}  // namespace alembert::numeric
