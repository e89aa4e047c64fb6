#pragma once
/// Constraints that are no forces, but only normalise the coordinates of a position.

#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// By constraint, whether it only keeps the length of a set of coordinates (a unit quaternion, a
/// unit vector, a cosine with its sine), and that length has no inertia: φ_q is along the
/// coordinates and M φ_qᵀ = 0.
std::vector<bool> normalising_constraints(const Equations& equations);

/// The constraints by index: first those that have forces, then those that only normalise.
std::vector<std::size_t> constraints_by_meaning(const Equations& equations);

}  // namespace alembert
