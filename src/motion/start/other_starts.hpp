#pragma once
/// Other starts that a model allows as well as the one that was found.

#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "dynamics/start_data.hpp"
#include "mechanics/equations.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

/// A state on the constraints.
struct StateAtStart {
  numeric::Vector q, v;
};

/// Positions with the same given and guessed values that satisfy the constraints on another branch,
/// by what differs there from `start`. Only what the constraints determine is told, and only few of
/// many branches; none where every position is given or guessed, or the system is large.
std::vector<std::vector<Known>> other_starts(const Equations& equations,
                                             const DynamicsOptions& options, const StartData& data,
                                             const StateAtStart& start, double t);

}  // namespace alembert
