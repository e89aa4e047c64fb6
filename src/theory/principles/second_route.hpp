#pragma once
/// The 1997 route: x_s and F_s^c from three sets of linear equations, without a pseudo-inverse.
///
///     x_s − F_s^c = a_s ,   B x_s = b ,   VᵀF_s^c = Vᵀc_s ,   B V = 0            (XD 17-19)
///
/// or L r = s with r = [x_s; F_s^c]. V is any basis of N(B); c_s = M^(-1/2)C states the virtual
/// work of non-ideal constraints (NI 35) and is zero in the paper.

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

struct SecondRoute {
  std::string does_not_apply;  ///< the reason; then all the rest is empty
  bool applies() const { return does_not_apply.empty(); }

  ScaledPicture picture;
  Matrix V;              ///< n×(n−k), B V = 0
  Matrix L;              ///< (2n+m−k)×2n, rank 2n (XD 24, where it is misprinted as ×n)
  Vector s;              ///< [a_s; b; Vᵀc_s]
  Matrix D, E, J;        ///< BᵀB, V Vᵀ and (D + E)⁻¹ (XD 22)
  Matrix P, S;           ///< (I + E)J and (I + D)J (XD 26)
  Matrix G;              ///< LᵀL = [[I + D, −I], [−I, I + E]] (XD 25)
  Matrix G_inverse;      ///< [[P, J], [J, S]] (XD 26)
  Vector x_s, F_s;       ///< J[Bᵀb + E(a_s + c_s)] and J[Bᵀb − D a_s] + J E c_s (XD 20, 21)
  Vector q;              ///< q̈ = M^(-1/2)x_s
  Vector reaction;       ///< F^c = M^(1/2)F_s^c
  double condition = 1;  ///< of D + E or of G, whichever is worse: squares of those of B and V
  /// Bound of the rounding here, where the condition enters squared.
  double bound() const;
};

/// With a given V, or with one made by elimination (which is not orthonormal). `terms` as for
/// scaled_picture().
SecondRoute second_route(const Instant& instant, const Matrix& V = {}, double terms = 0);

/// The statements X10-X18, X20, X21: the paper's equations (17) to (36) and both appendices, one by
/// one.
Identities second_route_identities(const SecondRoute& route);

/// Statement X22: x_s and F_s^c are unchanged by another V, by rows in another order, and by rows
/// in other units.
Identities uniqueness_identities(const Instant& instant, double terms = 0);

}  // namespace alembert::theory
