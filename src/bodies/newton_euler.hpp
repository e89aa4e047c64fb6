#pragma once
/// The forces in a tree of rigid bodies by Newton's and Euler's equations of each body, from the
/// ground outwards for the accelerations and back for the forces: linear in the number of bodies
/// (Eqs 50-52 of docs/theory.md).

#include <vector>

#include "mechanics/body_tree.hpp"
#include "mechanics/system.hpp"

namespace alembert {

/// How the joints of a tree move.
struct TreeMotion {
  BodyTree tree;              ///< its columns are made here
  std::vector<Vector> omega;  ///< by body: the angular velocity against its carrier, in its axes
  Vector gravity{0.0, 0.0, 0.0};
};

/// Adds to each body how it moves with the coordinates of its joint.
void add_columns(const System& system, TreeMotion& motion);

/// The wrench that each body and all that it carries take from the joint that carries it, about its
/// origin and in its axes, when nothing acts but gravity and inertia.
std::vector<Wrench> carrying_wrenches(const System& system, const TreeMotion& motion);

/// What these bodies add to Q: minus the work along each coordinate of the same wrenches with q̈ =
/// 0.
std::vector<CoordinateFormula> velocity_and_gravity_forces(const System& system,
                                                           const TreeMotion& motion);

}  // namespace alembert
