#pragma once
/// The force of each constraint, split into what does no virtual work and what does
/// (Eqs 22-24 of docs/theory.md):
///
///     ideal_j = A_jᵀλ_ij ,  nonideal_j = C_j + A_jᵀ(λ_tot − λ_i)_j ,  reaction_j = C_j +
///     A_jᵀλ_tot,j
///
/// Their sums over all constraints are Q_i, Q_ni and Q_c.

#include <vector>

#include "numeric/fundamental_equation.hpp"

namespace alembert::numeric {

/// The rows of A that belong to one constraint, and its own C.
struct ConstraintRows {
  std::vector<Index> rows;
  Vector C;  ///< n; empty for an ideal constraint
};

struct Reaction {
  Vector ideal;
  Vector nonideal;
  Vector total;  ///< ideal + nonideal
};

std::vector<Reaction> split_reactions(const Matrix& A, const Solution& solution,
                                      const std::vector<ConstraintRows>& constraints);

}  // namespace alembert::numeric
