#pragma once
/// An instant in natural units, in which masses, rows, forces and accelerations are of the size of
/// one. Every statement about M, Q, A, b and C is the same in all units, but its rounding errors
/// are not.
///
///     q = s q′ ,   M′ = s M s ,   A′ = A s/d ,   Q′ = s Q/f ,   b′ = b/(d f)

#include "numeric/fundamental_equation.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

struct NaturalInstant {
  numeric::Instant given;  ///< M, Q, A, b and C in these units
  /// The same motion with a regular mass matrix: M + AᵀA and Q + Aᵀb where M alone is singular (Eq.
  /// 34 of docs/theory.md), and `given` where it is not.
  numeric::Instant completed;
  bool is_completed = false;
  Vector s;      ///< units of the coordinates
  Vector d;      ///< units of the rows: their length at this instant
  double f = 1;  ///< unit of q̈/s and of s Q
  /// The size of the terms of q̈, in these units: about one, and zero if nothing moves or acts.
  double size = 0;

  Vector acceleration(const Vector& q) const { return q.cwiseQuotient(s) / f; }
  Vector force(const Vector& F) const { return F.cwiseProduct(s) / f; }
  Vector multipliers(const Vector& lambda) const { return lambda.cwiseProduct(d) / f; }
  /// q̈ in the units of the model.
  Vector in_units_of_the_model(const Vector& q) const { return q.cwiseProduct(s) * f; }
};

/// `acceleration` is the size of the terms of q̈/s; zero if there are none.
NaturalInstant natural_instant(const numeric::Instant& instant, const Vector& s,
                               double acceleration);

}  // namespace alembert::theory
