#pragma once
/// The matter of a body that turns, at a place that its picture names: where a wheel is touched.

#include <vector>

#include "report/point_of_action.hpp"

namespace alembert {

/// A body whose attitude the picture tells by unit vectors that turn with it.
struct TurningBody {
  std::vector<NodeId> centre;
  std::vector<NodeId> normal;  ///< empty in the plane
  std::vector<NodeId> spoke;   ///< at right angles to the normal
};

/// What of the body is at that place: its velocity ċ + ω × (P − c) by the velocities of the coordinates. The place
/// itself may go another way, as the point does where a wheel touches the ground.
MovingPoint material_point(const Equations& equations, const TurningBody& body,
                           const std::vector<NodeId>& at);

}  // namespace alembert
