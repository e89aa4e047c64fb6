#include "theory/natural_instant.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace alembert::theory {

namespace {

// below this M is regular only by rounding, or so nearly singular that half of all digits are lost
constexpr double too_light = 1e-8;

bool has_clear_inertia(const Matrix& M) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(M, Eigen::EigenvaluesOnly).eigenvalues()(0) >
         too_light;
}

}  // namespace

NaturalInstant natural_instant(const numeric::Instant& instant, const Vector& s,
                               double acceleration) {
  const auto& [M, Q, A, b, C] = instant;
  NaturalInstant natural;
  natural.s = s;
  natural.f = acceleration > 0 ? nearest_power_of_two(acceleration) : 1;
  natural.size = acceleration / natural.f;
  Matrix rows = A * s.asDiagonal();
  natural.d = rows.rowwise().norm().unaryExpr(
      [](double length) { return length > 0 ? nearest_power_of_two(length) : 1.0; });
  natural.given.M = s.asDiagonal() * M * s.asDiagonal();
  natural.given.Q = natural.force(Q);
  natural.given.A = natural.d.cwiseInverse().asDiagonal() * rows;
  natural.given.b = b.cwiseQuotient(natural.d) / natural.f;
  if (C.size() > 0) natural.given.C = natural.force(C);
  natural.completed = natural.given;
  if (M.size() == 0 || !M.allFinite() || !A.allFinite() || has_clear_inertia(natural.given.M))
    return natural;
  natural.is_completed = true;
  const Matrix& unit = natural.given.A;
  natural.completed.M += unit.transpose() * unit;
  natural.completed.Q += unit.transpose() * natural.given.b;
  return natural;
}

}  // namespace alembert::theory
