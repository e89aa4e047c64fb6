#pragma once
/// All that a group of contacts with friction might do.

#include "numeric/friction/mode.hpp"

namespace alembert::numeric {

/// Each contact open or closed, each friction as its velocity now allows, rows that hold pressing
/// from either side; none if there are more than `most`.
std::optional<std::vector<FrictionMode>> list_modes(const FrictionProblem& problem,
                                                    const std::vector<PlanarFriction>& frictions,
                                                    const FrictionGroup& group, int most);

}  // namespace alembert::numeric
