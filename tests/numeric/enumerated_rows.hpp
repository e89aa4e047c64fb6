#pragma once
/// Inequalities by trying all sets of rows: slow, and as independent of the library as can be.

#include <optional>

#include "numeric/one_sided.hpp"
#include "numeric/random_systems.hpp"

namespace alembert::numeric {

/// q̈ of the set of pushing rows that holds with λ ≥ 0 while all others are met; none where no set
/// does.
std::optional<Vector> by_enumeration(const OneSidedInstant& instant);

struct Intervals {
  Vector least, most;
};

/// The range of each λ_i over the vertices of λ ≥ 0, Aᵀλ = force.
Intervals intervals_by_enumeration(const Vector& force, const Matrix& A);

/// Some λ ≥ 0 with Aᵀλ = 0 has λ_i > 0.
bool may_be_preloaded(const Matrix& A, Index i);

}  // namespace alembert::numeric
