#pragma once
/// Where the resultant of a generalised force is drawn when its point of action is not known.

#include <vector>

#include "draw/point_of_action.hpp"

namespace alembert {

/// A point that some coordinates carry along: ∂P/∂q is fixed and the directions are independent.
/// The force on these coordinates is a force at that point, even if others move it too.
struct ForceCentre {
  std::vector<NodeId> at;
  std::vector<Entry> slopes;        ///< of the carrying coordinates alone
  std::vector<std::size_t> movers;  ///< those coordinates
};

/// The centres of the bodies on which points lie, each once: the point itself if nothing else moves
/// it in those directions, else its formula without the coordinates that turn it. Points come
/// first.
std::vector<ForceCentre> force_centres(const Equations& equations,
                                       const std::vector<MovingPoint>& points);

}  // namespace alembert
