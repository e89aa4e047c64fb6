#pragma once
/// Non-ideal constraints at one instant: what of C acts, what it does in virtual displacements, and
/// how C and the vector z of the general equation say the same (NI 18-39).

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

/// z = M^(-1/2)C and C = M^(1/2)z: either one states the same force (NI 36-39, results 5 and 6).
Vector z_from_C(const ScaledPicture& picture, const Vector& C);
Vector C_from_z(const ScaledPicture& picture, const Vector& z);

/// C split by Eq. (25): C = Q_ni + AᵀKᵀC.
struct NonidealPart {
  Vector effective;     ///< Q_ni = M^(1/2)N M^(-1/2)C
  Vector ineffective;   ///< C − Q_ni: the rows take back what it gives
  double fraction = 0;  ///< of C without effect, |T c_s|/|c_s|
  bool all = true;      ///< Q_ni = C, which is so iff A M⁻¹C = 0 (erratum 11)
  bool nothing = true;  ///< Q_ni = 0, which is so iff C ∈ R(Aᵀ) (erratum 12); both for C = 0
  /// The largest virtual work vᵀC among v with vᵀM v = 1, and that v (zero if there is none): only
  /// where it vanishes for *every* v is Q_ni = 0 (erratum 16).
  double largest_work = 0;
  Vector direction;
  /// One sentence on the part without effect; empty when all of C acts.
  std::string warning;
};

/// For a picture that applies; parts of C below `tolerance` times |C| count as rounding.
NonidealPart nonideal_part(const ScaledPicture& picture, double tolerance = 1e-9);

enum class Work { none, positive, negative };

struct WorkMeter {
  double violation = 0;    ///< |A v| at unit rows relative to |v|: zero for a virtual displacement
  double ideal = 0;        ///< vᵀQ_i, always zero (result 3)
  double nonideal = 0;     ///< vᵀQ_ni (result 4)
  double prescribed = 0;   ///< vᵀC, equal to it in every virtual displacement (NI 35)
  Work sign = Work::none;  ///< of vᵀQ_ni
  bool is_virtual() const { return violation < 1e-9; }
};

/// The meter for one displacement v.
WorkMeter work_meter(const ScaledPicture& picture, const Vector& v);

/// A basis of the virtual displacements, A v = 0 with vᵀM v = 1, one per column (FE 4, 5).
Matrix virtual_displacements(const ScaledPicture& picture);

/// D'Alembert's prescription: at this instant N z = 0, so the constraints do no virtual work now.
/// It is a principle only if it holds at every instant (NI 28-30).
struct Prescription {
  bool holds = true;
  Vector z_n;  ///< N z, what acts
  Vector z_r;  ///< T z, invisible in q̈ and Q_c (NI 31)
};

Prescription prescription(const ScaledPicture& picture, const Vector& z, double tolerance = 1e-9);

/// The statements N14, N15, N17-N24.
Identities nonideal_identities(const ScaledPicture& picture);

}  // namespace alembert::theory
