#pragma once
/// Which way is up in a picture in space.

#include <array>
#include <vector>

#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"

namespace alembert {

using UnitVector = std::array<double, 3>;

/// A unit vector: the `up` of the drawing; else against gravity, where all applied forces at rest
/// are weights along one direction, of the particles or of one point that is drawn; else z.
UnitVector upward(const Model& model, const Equations& equations,
                  const std::vector<std::vector<NodeId>>& drawn);

}  // namespace alembert
