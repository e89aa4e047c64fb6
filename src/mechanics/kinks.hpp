#pragma once
/// Constraints that cannot be differentiated as often as they must be: those with kinks and jumps.

#include "mechanics/system.hpp"

namespace alembert {

/// A position row is differentiated twice and a velocity row once. So neither may switch between sides by
/// abs, sign, min, max or if where its coordinates or velocities decide. Where time alone decides, as in a motion that
/// is given piece by piece, the pieces must join: with equal values, and in a position row with equal rates too.
/// Throws ModelError for what does not, at the instants in `from` < t < `until`, of which very many are not all tried.
void refuse_kinks(const System& system, const ConstraintRow& row, double from, double until);

}  // namespace alembert
