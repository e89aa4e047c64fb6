#include "theory/principles/accelerations.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace alembert::theory {

namespace {

const char* contradictory = "the rows contradict each other: no acceleration meets them";

}  // namespace

Vector PossibleAccelerations::coordinates(const Vector& acceleration) const {
  if (basis.cols() == 0) return {};
  return Eigen::HouseholderQR<Matrix>(basis).solve(acceleration - particular);
}

PossibleAccelerations possible_accelerations(const Instant& instant) {
  PossibleAccelerations all;
  all.does_not_apply = why_no_instant(instant);
  if (!all.applies()) return all;
  const ScaledPicture picture = scaled_picture(instant);
  if (picture.applies()) {
    if (!picture.consistent) all.does_not_apply = contradictory;
    all.particular = picture.unscale(picture.B_plus_b);
    all.basis = picture.inverse_root * picture.rows.null;
    return all;
  }
  const RowSpace rows = row_space(instant.A);
  all.particular = rows.inverse * instant.b;
  all.basis = rows.null;
  if (contradiction(rows, instant.b, all.particular.norm()) > contradiction_tolerance) {
    all.does_not_apply = contradictory;
  }
  return all;
}

GeneralMotion general_motion(const ScaledPicture& picture, const Vector& z) {
  const Vector N_z = picture.N * z;
  GeneralMotion motion;
  motion.ideal = picture.root * picture.B_plus_e;
  motion.nonideal = picture.root * N_z;
  motion.deviation = picture.unscale(picture.B_plus_e + N_z);
  motion.acceleration = picture.free_acceleration + motion.deviation;
  return motion;
}

std::vector<Share> shares(const ScaledPicture& picture) {
  std::vector<Share> all;
  for (Index i = 0; i < picture.violation.size(); ++i) {
    const double e = picture.violation(i), length = picture.rows.lengths(i);
    all.push_back(
        {i, e, length > 0 ? std::abs(e) / length : 0, picture.K.col(i), picture.K.col(i) * e});
  }
  return all;
}

Index most_violated(const std::vector<Share>& shares) {
  Index row = -1;
  double largest = -1;
  for (const Share& share : shares) {
    if (share.relative > largest) {
      largest = share.relative;
      row = share.row;
    }
  }
  return row;
}

Identities acceleration_identities(const ScaledPicture& p) {
  Identities list;
  const std::string reason = !p.applies() ? p.does_not_apply : !p.consistent ? contradictory : "";
  if (!reason.empty()) {
    for (const char* id : {"F8", "F9", "F10", "F16", "N10", "N11", "N12", "N13"}) {
      list.push_back(skip(id, "the accelerations that the rows allow", reason));
    }
    return list;
  }
  const auto& [M, Q, A, b, C] = p.instant;
  const Index n = M.rows();
  const double bound = p.bound() + p.contradiction;
  const double size = p.size;
  const double length = size > 0 ? size : 1;
  const Vector d = p.rows.divisors();
  const auto same = [&](const char* id, const char* statement, const Vector& left,
                        const Vector& right) {
    list.push_back(state(id, statement, residual(left, right, {length}), bound));
  };
  const auto met = [&](const char* id, const char* statement, const Vector& q) {
    same(id, statement, (A * q).cwiseQuotient(d), b.cwiseQuotient(d));
  };

  const PossibleAccelerations all = possible_accelerations(p.instant);
  const Vector y = any_vector(all.basis.cols(), 12) * length;
  met("F8", "A q̈ = b for M^(1/2)q̈ = B⁺b + N y with any y", all.at(y));
  // another solution, found without B: least squares in the ordinary norm, moved along N(A)
  const RowSpace rows = row_space(A);
  const Vector other = rows.inverse * b + rows.null * (rows.null.transpose() * p.free_acceleration);
  same("F8", "every solution of A q̈ = b has such a y", p.scale(all.at(all.coordinates(other))),
       p.scale(other));

  const Eigen::FullPivLU<Matrix> mass(M);
  const Vector a = mass.solve(Q);
  const GeneralMotion ideal = general_motion(p, Vector::Zero(n));
  same("F9", "M q̈ = Q + Q_c", p.inverse_root * (M * ideal.acceleration),
       p.inverse_root * (Q + ideal.ideal));
  const Matrix v = p.inverse_root * p.rows.null;
  same("F10", "vᵀQ_c = 0 for every v with A v = 0", v.transpose() * (M * ideal.acceleration - Q),
       Vector::Zero(v.cols()));
  Vector sum = Vector::Zero(n), doubled = sum;
  for (const Share& share : shares(p)) sum += share.correction;
  same("F16", "Σ K_i e_i = q̈ − a", p.scale(sum), p.scale(ideal.acceleration - a));
  Instant twice = p.instant;
  twice.b = b + (b - A * a);  // now a violates the rows twice as much
  for (const Share& share : shares(scaled_picture(twice))) doubled += share.correction;
  same("F16", "twice the violation, twice the correction", p.scale(doubled), 2 * p.scale(sum));

  const Vector z = any_vector(n, 13) * length;
  const GeneralMotion general = general_motion(p, z);
  met("N10", "A q̈ = b for any z", general.acceleration);
  same("N11", "e = b − A a", p.violation.cwiseQuotient(d), (b - A * a).cwiseQuotient(d));
  same("N12", "q̈ − a = M^(-1/2)B⁺e + M^(-1/2)N z", p.scale(general.acceleration - a),
       p.B_plus_e + p.N * z);
  same("N13", "M q̈ = Q + M^(1/2)B⁺e + M^(1/2)N z", p.inverse_root * (M * general.acceleration - Q),
       p.inverse_root * (general.ideal + general.nonideal));
  return list;
}

}  // namespace alembert::theory
