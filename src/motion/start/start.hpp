#pragma once
/// A start that satisfies the constraints: what is given is kept, the rest is found.

#include <string>
#include <vector>

#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "dynamics/start_data.hpp"

namespace alembert {

struct ConsistentStart {
  numeric::Vector q, v;
  double shift = 0;  ///< largest change of a given value, where given values missed by rounding
  std::vector<std::string> shifted;  ///< which ones
};

/// The state nearest to the guesses in the kinetic-energy norm that has the given values and
/// satisfies the constraints; what is not guessed is looked for from zero on. Throws ModelError
/// naming the constraints that cannot hold.
ConsistentStart find_start(Dynamics& dynamics, Manifold& manifold, const StartData& data, double t);

/// The rank of the constraints at the start. Throws ModelError where there is no acceleration, and
/// where the rank is less than at states beside it: such a start lies on several branches.
numeric::Index rank_at_start(Dynamics& dynamics, Manifold& manifold, const ConsistentStart& start,
                             double t);

}  // namespace alembert
