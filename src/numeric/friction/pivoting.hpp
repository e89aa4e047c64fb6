#pragma once
/// A mode of many coupled contacts with friction, found by pivoting instead of by trying all.

#include "numeric/friction/mode.hpp"

namespace alembert::numeric {

/// The mode that the linear complementarity problem of the group leads to, still to be tried; none
/// where Lemke's method ends without one, which does not prove that there is none.
std::optional<FrictionMode> pivot_to_mode(const FrictionProblem& problem,
                                          const std::vector<PlanarFriction>& frictions,
                                          const FrictionGroup& group,
                                          const FrictionTolerances& tolerances = {});

}  // namespace alembert::numeric
