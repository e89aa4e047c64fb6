#pragma once
/// A whole step of Dormand and Prince's method as formulas: twelve stages, the new state and its
/// error.
///
/// For small systems one compiled step is much faster than twelve calls of a compiled right-hand
/// side: the stages stay in registers. Beyond some thousand nodes the code no longer fits the
/// caches near the processor.

#include <cstddef>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert::integrate {

/// The right-hand side of a motion as formulas of one graph.
struct MotionFormulas {
  Graph& graph;
  std::vector<NodeId> inputs;  ///< t, q, q̇, and whatever else it depends on
  std::vector<NodeId> sizes;   ///< symbols of the natural sizes of q and q̇
  std::vector<NodeId> f;       ///< q̈, the four powers, and the condition of the rows
};

/// Of a step from (t, q, q̇) with the length h, a symbol of the formulas' graph.
struct WholeStep {
  NodeId h;
  /// q, q̇ at the end (2n), the work done by applied, ideal, non-ideal and time-dependent parts (4),
  /// the error in units of what the tolerance allows, the condition of the rows where the step
  /// begins, the best and the worst on the way.
  std::vector<NodeId> outputs;
  /// The order in which a machine with few registers should make them: stage by stage, and the sums
  /// over the stages side by side, so that each weight is loaded once.
  std::vector<NodeId> waypoints;
};
WholeStep whole_step(const MotionFormulas& formulas, double tolerance);

/// About how many nodes such a step has, for a right-hand side of so many.
std::size_t size_of_whole_step(std::size_t nodes, std::size_t coordinates);

}  // namespace alembert::integrate
