#pragma once
/// A mass matrix that is singular only along directions which a few rows fix, made regular.
///
/// Unit quaternions, unit vectors and pairs of sine and cosine have no inertia along their length,
/// and massless coordinates have none at all; the rows that fix those directions do not care. For
/// any weights w > 0 the equations
///
///     (M + Σ w aᵀa) q̈ = Q + Σ w aᵀb + Aᵀλ,   A q̈ = b
///
/// over some rows a q̈ = b of A have the same q̈ and the same λ (Eq. 34 of docs/theory.md). With the
/// rows chosen here, as few and as short ones as possible, the matrix is positive definite and
/// nearly as sparse as before.

#include "dynamics/start_data.hpp"
#include "mechanics/equations.hpp"

namespace alembert {

/// The equations with their completion; as they were where M is regular or no rows complete it.
/// Decided at states around the start, where none of the entries vanishes by chance.
Equations complete_mass(const Equations& equations, const StartData& start, double t);

}  // namespace alembert
