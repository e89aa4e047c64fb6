#include "theory/principles/scaled_picture.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace alembert::theory {

namespace {

using Eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>;

// of the mass matrix at unit diagonal, so that kilograms and kg m² may mix
double smallest_scaled_eigenvalue(const Matrix& M) {
  const Vector scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix unit = scale.asDiagonal() * M * scale.asDiagonal();
  return Eigenvalues(unit, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

}  // namespace

Vector ScaledPicture::unscale(const Vector& x) const { return inverse_root * x; }
Vector ScaledPicture::scale(const Vector& x) const { return root * x; }

std::string why_no_instant(const Instant& instant) {
  const auto& [M, Q, A, b, C] = instant;
  const Index n = M.rows();
  if (n == 0) return "there are no coordinates";
  if (M.cols() != n || Q.size() != n || A.cols() != n || b.size() != A.rows() ||
      (C.size() != 0 && C.size() != n)) {
    return "the sizes of M, Q, A, b and C do not fit";
  }
  if (!M.allFinite() || !Q.allFinite() || !A.allFinite() || !b.allFinite() || !C.allFinite()) {
    return "an entry of M, Q, A, b or C is not a finite number";
  }
  return {};
}

std::string why_no_root(const Instant& instant) {
  if (std::string reason = why_no_instant(instant); !reason.empty()) return reason;
  const Matrix& M = instant.M;
  if ((M - M.transpose()).cwiseAbs().maxCoeff() > 1e-12 * M.cwiseAbs().maxCoeff()) {
    return "M is not symmetric";
  }
  const double rounding_of_entries = 1e-14 * static_cast<double>(M.rows());
  if (M.diagonal().minCoeff() <= 0 || smallest_scaled_eigenvalue(M) <= rounding_of_entries) {
    return "M is not positive definite, so M^(-1/2) does not exist";
  }
  return {};
}

Vector nonideal_force(const Instant& instant) {
  return instant.C.size() > 0 ? instant.C : Vector(Vector::Zero(instant.M.rows()));
}

double ScaledPicture::bound() const {
  // an error of ε in M is one of ε·condition in M^(-1/2); B⁺ adds its own condition
  const double condition = rows.condition * mass_condition;
  return rounding(B.rows() + B.cols(), condition) + rows.neglected * rows.condition;
}

ScaledPicture scaled_picture(const Instant& instant, double terms) {
  ScaledPicture picture;
  picture.does_not_apply = why_no_root(instant);
  if (!picture.applies()) return picture;
  const auto& [M, Q, A, b, C] = instant;
  const Index n = M.rows();

  const Eigenvalues eigen(M);
  const Vector& values = eigen.eigenvalues();
  if (values(0) <= 0) {
    picture.does_not_apply = "M is so ill-conditioned that its eigenvectors give no M^(-1/2)";
    return picture;
  }
  picture.instant = instant;
  picture.mass_condition = values(n - 1) / values(0);
  picture.root = eigen.operatorSqrt();
  picture.inverse_root = eigen.operatorInverseSqrt();
  picture.B = A * picture.inverse_root;
  picture.rows = row_space(picture.B);
  const Matrix& B_plus = picture.rows.inverse;
  picture.T = B_plus * picture.B;
  picture.N = Matrix::Identity(n, n) - picture.T;
  picture.K = picture.inverse_root * B_plus;

  picture.a_s = picture.inverse_root * Q;
  picture.c_s = picture.inverse_root * nonideal_force(instant);
  picture.free_acceleration = picture.inverse_root * picture.a_s;
  picture.violation = b - A * picture.free_acceleration;
  picture.T_a_s = picture.T * picture.a_s;
  picture.N_a_s = picture.N * picture.a_s;
  picture.N_c_s = picture.N * picture.c_s;
  picture.B_plus_e = B_plus * picture.violation;
  picture.B_plus_b = B_plus * b;
  picture.acceleration = picture.N * (picture.a_s + picture.c_s) + picture.B_plus_b;
  picture.deviation = picture.acceleration - picture.a_s;

  picture.size = std::max({terms, picture.a_s.norm(), picture.c_s.norm(),
                           picture.acceleration.norm(), picture.B_plus_e.norm()});
  picture.contradiction = contradiction(
      picture.rows, b, std::max({terms, picture.acceleration.norm(), picture.a_s.norm()}));
  picture.consistent = picture.contradiction <= contradiction_tolerance;
  return picture;
}

}  // namespace alembert::theory
