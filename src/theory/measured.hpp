#pragma once
/// Equations that come from measurements and need not agree: the W-weighted solution of L r = s.
///
///     r = [x_s; F_s^c] = (LᵀW L)⁻¹LᵀW s                                       (XD 38)
///
/// minimises (s − L r)ᵀW(s − L r) over the rows (17) motion, (18) constraints, (19) virtual work.

#include <optional>

#include "theory/principles/second_route.hpp"

namespace alembert::theory {

/// Accelerations that were measured: H q̈ = y with the weights of the readings. With them,
/// measurements correct the equations of motion too.
struct MeasuredAccelerations {
  Matrix H;  ///< p×n; empty when there are none
  Vector y;  ///< p
  Matrix W;  ///< p×p, symmetric positive definite: the inverse of their covariance
};

/// Which equations the weights decide between (erratum 7).
enum class Influence {
  none,  ///< all equations can be met at once, so they are, whatever W is
  rows,  ///< only the weights W₂ of the constraint rows act; motion and virtual work hold exactly
  all    ///< weights between the blocks, or measured accelerations: every equation may give way
};

struct WeightedSolution {
  std::string does_not_apply;  ///< the reason; then all the rest is empty
  bool applies() const { return does_not_apply.empty(); }

  Vector x_s, F_s;  ///< scaled acceleration and force of constraint
  Vector q;         ///< q̈
  Vector reaction;  ///< F^c

  Vector motion_residual;       ///< a_s − (x_s − F_s^c), n (17)
  Vector row_residual;          ///< b − B x_s, m, in the units of b (18)
  Vector work_residual;         ///< Vᵀ(c_s − F_s^c), n − k (19)
  Vector measurement_residual;  ///< y − H q̈, p

  Influence influence = Influence::none;
  std::string explanation;  ///< one sentence on what W can and cannot do here
  double condition = 1;     ///< of W^(1/2)L
};

/// `W` is symmetric positive definite of size 2n+m−k, in the order of the rows (17), (18), (19).
/// Solved by orthogonal factors of W^(1/2)L, so that W does not square its condition.
WeightedSolution weighted_solution(const SecondRoute& route, const Matrix& W,
                                   const MeasuredAccelerations& measured = {});

/// diag(W₁, W₂, W₃) with weights of the rows alone and one for all else.
Matrix row_weights(const SecondRoute& route, const Matrix& W2);

/// x_s = (W₂^(1/2)B)⁺W₂^(1/2)b + N(a_s + c_s): the closed form for any block-diagonal W (erratum
/// 7).
Vector block_solution(const SecondRoute& route, const Matrix& W2);

/// Statement X19: where the equations agree, the solution is that of W = I; where W is
/// block-diagonal, it is the closed form, and (17) and (19) hold exactly.
Identities weight_identities(const SecondRoute& route, const Matrix& W);

}  // namespace alembert::theory
