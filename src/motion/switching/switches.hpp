#pragma once
/// The conditions in the equations of a system whose sides change along a motion: sign, abs, min,
/// max, if, and the direction of a velocity.

#include <string>
#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// What switches where its formula changes sign. A direction, as of (x', y') in x'/hypot(x', y'),
/// has two or more and switches where it turns by more than a right angle.
struct Switch {
  std::vector<NodeId> formulas;  ///< of t, q and q̇
  std::string text;              ///< as it is shown: "sign(x')"
};

/// Those in the formulas of M, Q, A, b and C. Makes nodes in the graph of the equations.
std::vector<Switch> switches_of(const Equations& equations);

}  // namespace alembert
