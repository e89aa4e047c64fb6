#pragma once
/// Constraints that can only push: Gauss's principle with inequalities, at one instant.
///
///     minimise ½(q̈ − a)ᵀM(q̈ − a)   over   A_i q̈ = b_i (rows that hold)   and   A_i q̈ ≥ b_i (rows
///     that push)
///
/// so that M q̈ = Q + Aᵀλ, and for each row that pushes 0 ≤ λ_i ⟂ A_i q̈ − b_i ≥ 0. The same problem
/// for velocities is an impact without friction (impact.hpp). q̈ and Aᵀλ are unique whatever rows
/// depend on each other; for each λ_i that is not, there is the interval that it may lie in. Rows
/// count by their direction in the norm of M⁻¹: units, the length of rows and their order decide
/// nothing.

#include <vector>

#include "numeric/fundamental_equation.hpp"

namespace alembert::numeric {

/// M, Q, A, b as in Instant; `pushes` by row, false for those that hold as equalities.
struct OneSidedInstant {
  Matrix M;                  ///< n×n, positive definite on the null space of the rows that hold
  Vector Q;                  ///< n
  Matrix A;                  ///< m×n
  Vector b;                  ///< m
  std::vector<bool> pushes;  ///< m
};

struct OneSidedOptions {
  /// Its `tolerance` and the natural `lengths` of all rows are used.
  RankOptions rank = {};
  /// The part of its terms by which a row may fail or exceed b and still be met.
  double rounding = 1e-12;
  /// Rows contradict each other when one fails by more than this part of its terms.
  double consistency_tolerance = 1e-8;
  /// The sizes of the terms of which b is the sum, m, and of those of Q, n, where they are known;
  /// |b| and |Q| otherwise.
  Vector terms = {}, forces = {};
};

enum class RowState {
  equality,  ///< does not push, but holds
  carries,   ///< A_i q̈ = b_i and λ_i > 0
  touches,   ///< A_i q̈ = b_i and λ_i = 0, to rounding
  open       ///< A_i q̈ > b_i
};

struct OneSidedSolution {
  /// solved; inconsistent: see `contradictory`; undetermined: see `free_direction`; asymmetric;
  /// not_finite. Only a solution has the rest.
  Status status = Status::solved;
  Vector acceleration;  ///< q̈
  /// λ, not negative for rows that push. Of several the one of least norm for rows at unit length
  /// in the norm of M⁻¹; where only equalities depend on each other, for the rows as written, as in
  /// Solution.
  Vector lambda;
  Vector excess;  ///< A q̈ − b; zero to rounding but for open rows
  std::vector<RowState> rows;
  /// Over all λ with the same Aᵀλ and λ_i ≥ 0 for rows that push: whether λ_i is one number, and
  /// the interval of these numbers otherwise, which may be infinite.
  std::vector<bool> unique;
  Vector least, most;

  /// Rows that cannot hold together, increasing.
  std::vector<Index> contradictory;
  /// A direction that has neither inertia nor a row that holds.
  Vector free_direction;
};

OneSidedSolution solve(const OneSidedInstant& instant, const OneSidedOptions& options = {});

/// How far all rows are from one that has to let go, while all of them hold as equalities: the
/// largest s for which some λ with that motion has λ_i|A_i| ≥ s in all rows that push, |A_i| in the
/// norm of M⁻¹. It falls through zero where no λ ≥ 0 is left. Infinite when no row pushes or rows
/// press against each other at will. In √kg m/s² if M is in kg.
double carrying_margin(const OneSidedInstant& instant, const OneSidedOptions& options = {});

}  // namespace alembert::numeric
