#pragma once
/// The material point of a turning body at a drawn place, such as where a wheel touches the ground.

#include <vector>

#include "draw/point_of_action.hpp"

namespace alembert {

/// A body whose attitude is drawn by unit vectors that turn with it.
struct TurningBody {
  std::vector<NodeId> centre;
  std::vector<NodeId> normal;  ///< empty in the plane
  std::vector<NodeId> spoke;   ///< at right angles to the normal
};

/// The material point at that place, by the derivatives of its velocity ċ + ω × (P − c) with
/// respect to the velocities of the coordinates. The place itself may move differently, as the
/// contact point of a wheel does.
MovingPoint material_point(const Equations& equations, const TurningBody& body,
                           const std::vector<NodeId>& at);

}  // namespace alembert
