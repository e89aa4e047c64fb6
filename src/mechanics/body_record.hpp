#pragma once
/// The bodies of a system as a check of its motion needs them: what they are, where they are, and
/// what acts on them.
///
/// The motion itself does without: it knows coordinates, energies and rows only. All formulas are
/// nodes of the system's graph, vectors and tensors with three components also in the plane. Poses
/// contain the openings of the joints.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

using Nodes3 = std::array<NodeId, 3>;
using Nodes9 = std::array<NodeId, 9>;  ///< a matrix row by row

struct BodyRecord {
  std::string name;
  NodeId mass;
  Nodes3 centre;   ///< from the body's origin, in its axes
  Nodes9 inertia;  ///< about the centre, in its axes
  Nodes9 axes;     ///< R, the body's axes in those of the ground
  Nodes3 origin;   ///< p, the place of the body's point at the joint that carries it
  Nodes3 zero;     ///< from there to the zero of the body's own axes, in these axes
  /// What carries it: none for the ground.
  std::optional<std::size_t> parent = {};
  std::size_t joint = 0;                            ///< in System::joints(), that carries it
  std::size_t first_opening = 0, openings_end = 0;  ///< those of this joint
};

/// The bodies of a joint, in the order of its JointRecord; none for the ground.
struct JoinedBodies {
  std::optional<std::size_t> from, to;
};

/// A point of a body, in its axes from the zero of these; no body for the ground.
struct BodyPoint {
  std::optional<std::size_t> body = {};
  Nodes3 point;
};

/// A spring with a damper between two points.
struct SpringRecord {
  BodyPoint a, b;
  NodeId stiffness, length, damping;
};

/// A force and a moment on a body, in ground axes.
struct LoadRecord {
  BodyPoint on;
  Nodes3 force, moment;
};

struct BodyRecords {
  bool is_planar = false;
  std::vector<BodyRecord> bodies = {};    ///< in the order of the model
  std::vector<JoinedBodies> joined = {};  ///< by joint, in the order of System::joints()
  Nodes3 gravity = {no_node, no_node, no_node};
  std::vector<SpringRecord> springs = {};
  std::vector<LoadRecord> loads = {};
  /// The energies of the bodies among System::kinetic_terms().
  std::vector<std::size_t> kinetic = {};
  /// Which terms of System::open_formulas() these records stand for.
  std::vector<std::size_t> open_kinetic = {}, potential = {}, dissipations = {}, drives = {};
};

}  // namespace alembert
