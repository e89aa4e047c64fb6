#pragma once
/// Constraints that can only push, at one instant: what Gauss's principle with inequalities says of
/// an acceleration.
///
///     0 ≤ λ ⟂ A q̈ − b ≥ 0 ,   ½(q̈ − a)ᵀM(q̈ − a) least over all q̈ that the contacts allow

#include <vector>

#include "theory/principles/residual.hpp"
#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

/// The statements C1, C2 and C3 about the acceleration of an instant whose rows are the constraints
/// and the closed contacts; `pushes` says by row which are contacts, `lambda` what they carry,
/// `size` is that of the terms of q̈. All in natural units.
Identities contact_identities(const Instant& instant, const std::vector<bool>& pushes,
                              const Vector& acceleration, const Vector& lambda, double size);

/// Some directions v with A v = 0 for rows that hold and A v ≥ 0 for those that push, as columns.
/// None where no motion separates all of the latter at once.
Matrix allowed_directions(const Matrix& A, const std::vector<bool>& pushes);

}  // namespace alembert::theory
