#include "theory/principles/nonideal.hpp"

#include <Eigen/LU>
#include <cmath>
#include <cstdio>

namespace alembert::theory {

namespace {

std::string percent(double fraction) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2g", 100 * fraction);
  return text;
}

Vector ideal_force(const ScaledPicture& p) { return p.root * p.B_plus_e; }
Vector nonideal_force_of(const ScaledPicture& p) { return p.root * p.N_c_s; }

}  // namespace

Vector z_from_C(const ScaledPicture& picture, const Vector& C) { return picture.inverse_root * C; }
Vector C_from_z(const ScaledPicture& picture, const Vector& z) { return picture.root * z; }

NonidealPart nonideal_part(const ScaledPicture& picture, double tolerance) {
  NonidealPart part;
  const Vector C = nonideal_force(picture.instant);
  part.effective = nonideal_force_of(picture);
  part.ineffective = C - part.effective;
  part.direction = Vector::Zero(C.size());
  const double size = picture.c_s.norm();
  if (size == 0) return part;

  const double acts = picture.N_c_s.norm();
  part.fraction = (picture.T * picture.c_s).norm() / size;
  part.all = part.fraction <= tolerance;
  part.nothing = acts <= tolerance * size;
  if (!part.nothing) {
    // vᵀC = (M^(1/2)v)ᵀc_s is largest along N c_s
    part.largest_work = acts;
    part.direction = picture.unscale(picture.N_c_s) / acts;
  }
  if (part.nothing) {
    part.warning =
        "C has no effect: it lies along the rows of A, and the constraint takes back what it gives";
  } else if (!part.all) {
    part.warning =
        percent(part.fraction) +
        " % of C has no effect: that part lies along the rows of A, and the constraint takes "
        "it back";
  }
  return part;
}

Matrix virtual_displacements(const ScaledPicture& picture) {
  return picture.inverse_root * picture.rows.null;
}

WorkMeter work_meter(const ScaledPicture& picture, const Vector& v) {
  WorkMeter work;
  const Vector u = picture.scale(v);
  const double length = u.norm();
  if (length == 0) return work;
  const Vector violation = (picture.B * u).cwiseQuotient(picture.rows.divisors());
  work.violation = violation.norm() / length;
  work.ideal = v.dot(ideal_force(picture));
  work.nonideal = v.dot(nonideal_force_of(picture));
  work.prescribed = v.dot(nonideal_force(picture.instant));
  // below this a sign is only rounding
  const double threshold = std::max(1e-12, picture.bound()) * length * picture.c_s.norm();
  if (work.nonideal > threshold) work.sign = Work::positive;
  if (work.nonideal < -threshold) work.sign = Work::negative;
  return work;
}

Prescription prescription(const ScaledPicture& picture, const Vector& z, double tolerance) {
  Prescription result;
  result.z_n = picture.N * z;
  result.z_r = picture.T * z;
  result.holds = result.z_n.norm() <= tolerance * z.norm();
  return result;
}

Identities nonideal_identities(const ScaledPicture& p) {
  Identities list;
  if (!p.applies()) {
    for (const char* id : {"N14", "N15", "N17", "N18", "N19", "N20", "N21", "N22", "N23", "N24"}) {
      list.push_back(skip(id, "the forces of non-ideal constraints", p.does_not_apply));
    }
    return list;
  }
  const auto& [M, Q, A, b, C_or_empty] = p.instant;
  const Vector C = nonideal_force(p.instant);
  const Index n = M.rows(), m = A.rows();
  const Vector Q_i = ideal_force(p), Q_ni = nonideal_force_of(p);
  const double size = p.size;
  const double bound = p.bound();
  // forces are compared as M^(-1/2)F, where all coordinates have one unit
  const auto same = [&](const char* id, const char* statement, const Matrix& left,
                        const Matrix& right) {
    list.push_back(state(id, statement, residual(left, right, {size}), bound));
  };
  const Vector q = p.unscale(p.acceleration);
  const Matrix v = virtual_displacements(p);
  const Vector none = Vector::Zero(v.cols());
  const Vector Q_c = M * q - Q;

  same("N14", "M q̈ = Q + Q_i + Q_ni", p.inverse_root * (Q + Q_i + Q_ni), p.inverse_root * (M * q));
  const Prescription split = prescription(p, p.c_s);
  same("N15", "z = z_n + z_r, and vᵀQ_ni = vᵀM^(1/2)z_n for every v", v.transpose() * Q_ni,
       v.transpose() * p.scale(p.c_s - split.z_r));
  Instant ideal = p.instant;
  ideal.C.resize(0);
  same("N17", "without C the motion is that of Q_i alone", scaled_picture(ideal).acceleration,
       p.a_s + p.inverse_root * Q_i);
  same("N18", "vᵀQ_i = 0 for every v", v.transpose() * Q_i, none);
  same("N19", "vᵀQ_c = vᵀM^(1/2)N z", v.transpose() * Q_c, v.transpose() * p.scale(split.z_n));
  same("N20", "vᵀQ_c = vᵀC", v.transpose() * Q_c, v.transpose() * C);
  same("N21", "N M^(-1/2)Q_c = N M^(-1/2)C", p.N * (p.inverse_root * Q_c), p.N * p.c_s);

  // the same force, as one that would be there without the constraint
  Instant impressed = p.instant;
  impressed.Q += C;
  impressed.C.resize(0);
  const ScaledPicture other = scaled_picture(impressed);
  same("N22", "(38) with C is (32) with Q + C", other.acceleration, p.acceleration);
  same("N22", "Q_c = C + Q_i of Q + C", p.inverse_root * (C + other.root * other.B_plus_e),
       p.inverse_root * Q_c);

  const Matrix& range = p.rows.range;
  const Vector rest = p.inverse_root * (C - Q_ni);
  same("N23", "C − Q_ni ∈ R(Aᵀ)", range * (range.transpose() * rest), rest);
  const Vector d = p.rows.divisors();
  same("N23", "A M⁻¹Q_ni = 0", (A * Eigen::FullPivLU<Matrix>(M).solve(Q_ni)).cwiseQuotient(d),
       Vector::Zero(m));
  Instant along = p.instant;
  along.C = C + A.transpose() * (any_vector(m, 9).cwiseQuotient(d) * size);
  same("N23", "C + Aᵀw moves as C does", scaled_picture(along).acceleration, p.acceleration);
  const Vector z = any_vector(n, 10) * (size > 0 ? size : 1);
  Instant from_z = p.instant;
  from_z.C = C_from_z(p, z);
  same("N24", "M^(1/2)z as C moves as z does in the general equation",
       scaled_picture(from_z).acceleration, p.a_s + p.B_plus_e + p.N * z);
  return list;
}

}  // namespace alembert::theory
