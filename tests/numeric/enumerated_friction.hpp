#pragma once
/// Friction by trying all modes with plain linear systems: slow, and as independent of the library
/// as can be.

#include "numeric/friction_modes.hpp"
#include "numeric/random_systems.hpp"

namespace alembert::numeric {

/// Contacts and frictions on some of them; rows that hold come first.
struct FrictionCase {
  OneSidedInstant instant;
  std::vector<PlanarFriction> frictions;
  Vector units;  ///< by which coordinates of another case have to be multiplied
};

/// Independent rows; coefficients up to `mu`, none for zero.
FrictionCase random_friction_case(Random& random, int trial, double mu);

/// q̈ of all modes that are motions, each once.
std::vector<Vector> motions_by_enumeration(const FrictionCase& c);

/// Equations of motion, complementarity, cones, maximal dissipation.
void check_friction_laws(const FrictionCase& c, const FrictionMotion& motion);

/// The same contacts with other units, longer rows, in another order.
FrictionCase in_other_units(const FrictionCase& c, Random& random);

}  // namespace alembert::numeric
