#pragma once
/// The fundamental equation at one instant, with everything there is to say about it:
///
///     q̈ = a + K e + (I − K A) M⁻¹C ,   K = M⁻¹Aᵀ(A M⁻¹Aᵀ)⁺ ,   e = b − A a ,   a = M⁻¹Q   (NI 38)
///
/// For the inner loop of a simulation see fundamental_solver.hpp: the same q̈, without the report.

#include <vector>

#include "numeric/consistency.hpp"
#include "numeric/mass.hpp"
#include "numeric/rank.hpp"
#include "numeric/redundancy.hpp"

namespace alembert::numeric {

/// M q̈ = Q + (forces of constraint), A q̈ = b, at one (q, q̇, t).
struct Instant {
  Matrix M;  ///< n×n mass matrix
  Vector Q;  ///< n, everything else in the unconstrained equations
  Matrix A;  ///< m×n constraint rows
  Vector b;  ///< m
  Vector C;  ///< n, work of non-ideal constraints vᵀC (NI 35); empty when all are ideal
};

/// What happens when b ∉ R(A).
enum class Inconsistent { error, least_squares };

struct SolveOptions {
  RankOptions rank = {};
  /// Always list σ of the scaled rows.
  bool singular_values = false;
  Inconsistent inconsistent = Inconsistent::error;
  /// W₂ of erratum 7, m×m positive definite: least squares minimises (b − A q̈)ᵀW₂(b − A q̈). Empty:
  /// I.
  Matrix weights = {};
  /// A row contradicts the others when its residual exceeds this part of its own size. Rounding
  /// leaves about n·1e-16 and the rank cut at most 1e-10 of it; contradictions in models are of
  /// order one.
  double consistency_tolerance = 1e-8;
  /// The sizes of the terms of which b is the sum, where that is known; |b| otherwise.
  Vector terms = {};
};

enum class Status {
  solved,
  least_squares,  ///< inconsistent rows, met as well as the weights ask
  inconsistent,   ///< b ∉ R(A); q̈ is shown as least squares gives it, but it is no motion
  undetermined,   ///< rank [M; A] < n; see free_direction
  asymmetric,     ///< M ≠ Mᵀ; see mass
  not_finite      ///< an input is NaN or infinite; see not_finite
};

/// "solved", "inconsistent constraints", …
const char* to_string(Status status);

enum class Warning {
  semidefinite_mass,     ///< accepted, the constraints supply what M lacks
  indefinite_mass,       ///< stationarity, not Gauss's minimum principle
  not_a_minimum,         ///< M is indefinite even on the virtual displacements
  ill_conditioned_mass,  ///< pivot ratio of M below 1e-10: about six digits are left
  doubtful_rank          ///< a σ lies within 10³ of the cut
};

/// One sentence.
const char* to_string(Warning warning);

/// An entry of the input that is not a finite number.
struct NotFinite {
  char input = ' ';  ///< 'M', 'Q', 'A', 'b' or 'C'
  Index row = -1, column = -1;
};

struct Solution {
  Status status = Status::solved;
  std::vector<Warning> warnings;
  bool has(Warning warning) const;

  Vector acceleration;       ///< q̈
  Vector free_acceleration;  ///< a = M⁻¹Q; empty when M is singular
  Vector violation;          ///< e = b − A a, how much a fails each row; empty when M is singular

  Vector lambda;        ///< λ_i = (A M⁻¹Aᵀ)⁺e, least norm for the rows as written
  Vector lambda_total;  ///< (A M⁻¹Aᵀ)⁺(e − A M⁻¹C), the true multiplier
  Vector ideal;         ///< Q_i = Aᵀλ_i
  Vector nonideal;      ///< Q_ni = (I − K A)ᵀC; C − Q_ni is the part of C without effect

  Vector residual;           ///< b − A q̈ per row, in the units of b
  Vector relative_residual;  ///< the same relative to the row's own size

  Mass mass;
  Rank rank;
  Redundancy redundancy;
  Consistency consistency;
  Vector free_direction;  ///< for Status::undetermined
  NotFinite not_finite;   ///< for Status::not_finite
};

Solution solve(const Instant& instant, const SolveOptions& options = {});

}  // namespace alembert::numeric
