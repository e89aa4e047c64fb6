#pragma once
/// Whether the recorded outputs are a motion: between two of them, velocities change by the
/// integral of accelerations from an independent route, positions by that of velocities, energy by
/// the work.

#include "dynamics/state_solver.hpp"
#include "motion/motion.hpp"
#include "theory/identity.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

/// The statements between output i and the next; the integral by Gauss's formula, refined until it
/// settles.
Identities check_interval(const Motion& motion, StateSolver& solver, const Units& units,
                          std::size_t i);

/// The balance of energy over the whole run; `terms` is the size of what is added up in the energy.
Identity check_energy(const Motion& motion, double terms);

}  // namespace alembert::theory
