#include "numeric/pseudo_inverse.hpp"

#include <Eigen/SVD>
#include <algorithm>

namespace alembert::numeric {

namespace {

double relative(const Matrix& difference, const Matrix& terms) {
  const double size = terms.norm();
  return size > 0 ? difference.norm() / size : difference.norm();
}

}  // namespace

Vector singular_values(MatrixView A) {
  if (A.size() == 0) return {};
  // beyond this size Jacobi's rotations take ten times as long
  constexpr Index largest_by_rotations = 24;
  if (std::min(A.rows(), A.cols()) <= largest_by_rotations)
    return Eigen::JacobiSVD<Matrix>(A).singularValues();
  return Eigen::BDCSVD<Matrix>(A).singularValues();
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
