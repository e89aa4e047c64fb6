#pragma once
/// Bodies that nothing accelerates: without mass, or without inertia about an axis, and not held by
/// a joint either.

#include <optional>
#include <string>

#include "dynamics/state_equations.hpp"

namespace alembert {

struct LooseBody {
  std::string what;    ///< which body has no mass or inertia, and which motion of it nothing holds
  std::string remedy;  ///< what to give it
};

/// The first body that moves along a direction of velocities with neither inertia nor constraint;
/// nothing where none does.
std::optional<LooseBody> loose_body(const StateEquations& state, double t, const numeric::Vector& q,
                                    const numeric::Vector& direction);

}  // namespace alembert
