#pragma once
/// The scaled picture of constrained motion: accelerations multiplied by M^(1/2), in which the
/// constraints are met at right angles (NI Fig. 1).
///
///     q̈_s = N(a_s + c_s) + B⁺b ,   B = A M^(-1/2) ,   T = B⁺B ,   N = I − T        (NI 43-46)
///
/// M^(1/2) is found by eigenvectors and B⁺ by singular values, as the papers print them.

#include "numeric/fundamental_equation.hpp"
#include "theory/principles/row_space.hpp"

namespace alembert::theory {

using numeric::Instant;

/// Why these matrices are no instant of a motion at all: sizes that do not fit, or entries that are
/// no finite numbers; empty when they are one.
std::string why_no_instant(const Instant& instant);

/// The same, or that M is not symmetric or not positive definite, and so has no square root.
std::string why_no_root(const Instant& instant);

/// C, or zero where all constraints are ideal.
Vector nonideal_force(const Instant& instant);

struct ScaledPicture {
  std::string does_not_apply;  ///< the reason; then all the rest is empty
  bool applies() const { return does_not_apply.empty(); }

  Instant instant;
  Matrix root, inverse_root;  ///< M^(1/2) and M^(-1/2), symmetric
  Matrix B;                   ///< A M^(-1/2), the constraint matrix
  RowSpace rows;              ///< of B: B⁺, rank, bases of R(Bᵀ) and N(B)
  Matrix T, N;                ///< B⁺B and I − B⁺B, onto R(Bᵀ) and N(B)
  Matrix K;                   ///< M^(-1/2)B⁺ (FE 18)

  Vector free_acceleration;  ///< a = M⁻¹Q, not scaled
  Vector violation;          ///< e = b − A a

  // the arrows of Fig. 1, all scaled
  Vector a_s;           ///< M^(-1/2)Q
  Vector c_s;           ///< M^(-1/2)C
  Vector T_a_s, N_a_s;  ///< what the constraints replace of a_s, and what they leave
  Vector N_c_s;         ///< what C does
  Vector B_plus_e;      ///< the ideal correction
  Vector B_plus_b;      ///< what the rows alone demand
  Vector acceleration;  ///< q̈_s
  Vector deviation;     ///< Δq̈_s = q̈_s − a_s

  double size = 0;            ///< of the terms of q̈_s, to which its rounding is relative
  bool consistent = true;     ///< b ∈ R(B); otherwise q̈_s meets the rows in least squares
  double contradiction = 0;   ///< how far they disagree; see row_space.hpp
  double mass_condition = 1;  ///< largest over smallest eigenvalue of M

  /// M^(-1/2)x and M^(1/2)x (NI 8-10).
  Vector unscale(const Vector& x) const;
  Vector scale(const Vector& x) const;
  /// The freedoms, n − k.
  Index freedoms() const { return rows.null.cols(); }
  /// Bound of the rounding in an identity between these matrices.
  double bound() const;
};

/// `terms` is the size of what cancelled within Q, C and b, as M^(-1/2)Q; zero where nothing did.
ScaledPicture scaled_picture(const Instant& instant, double terms = 0);

}  // namespace alembert::theory
