#pragma once
/// All accelerations that the constraints allow, and the one that a law of forces selects among
/// them.

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

/// q̈ = particular + basis·y: every y gives a possible acceleration, and every possible
/// acceleration has one y (FE 6, 7). Needs no law of forces, and no inverse of M.
struct PossibleAccelerations {
  std::string does_not_apply;  ///< the reason: no instant, or rows that contradict each other
  bool applies() const { return does_not_apply.empty(); }

  Vector particular;  ///< n; M^(-1/2)B⁺b, or A⁺b where M has no root
  Matrix basis;       ///< n×(n−k); VᵀM V = I, or VᵀV = I where M has no root

  Vector at(const Vector& y) const { return particular + basis * y; }
  /// The y of an acceleration, or of the nearest possible one.
  Vector coordinates(const Vector& acceleration) const;
};

PossibleAccelerations possible_accelerations(const Instant& instant);

/// The general equation of motion, for any z (NI 19-23, result 1).
struct GeneralMotion {
  Vector acceleration;     ///< q̈, which meets A q̈ = b for every z
  Vector ideal, nonideal;  ///< M^(1/2)B⁺e and M^(1/2)N z
  Vector deviation;        ///< Δq̈ = q̈ − a, M^(-1/2)B⁺e + M^(-1/2)N z
};

/// For a picture that applies; the C of its instant is not used.
GeneralMotion general_motion(const ScaledPicture& picture, const Vector& z);

/// What one row adds to a: the column of K times how much a violates the row (FE 19).
struct Share {
  Index row = 0;
  double violation = 0;  ///< e_i, in the units of b_i
  double relative = 0;   ///< |e_i| over the length of row i of B: rows of any units compare
  Vector column;         ///< of K, the answer to a unit violation
  Vector correction;     ///< column·e_i; their sum is Δq̈ of ideal constraints
};

/// The corrections, one per row, in the order of the rows.
std::vector<Share> shares(const ScaledPicture& picture);

/// The row that a violates most (NI 20); −1 without rows.
Index most_violated(const std::vector<Share>& shares);

/// The statements F8, F9, F10, F16, N10-N13.
Identities acceleration_identities(const ScaledPicture& picture);

}  // namespace alembert::theory
