#pragma once
/// Constraints that cannot be differentiated as often as they must be: those with kinks and jumps.

#include "mechanics/system.hpp"

namespace alembert {

/// A position row is differentiated twice and a velocity row once. So neither may contain an abs,
/// sign, min, max or if that its coordinates or velocities switch. Where time alone switches, as in
/// a motion that is given piece by piece, the pieces must join: with equal values, and in a
/// position row with equal rates too. Throws ModelError where they do not, at instants in `from` <
/// t < `until`; if there are very many, not all are tried.
void refuse_kinks(const System& system, const ConstraintRow& row, double from, double until);

}  // namespace alembert
