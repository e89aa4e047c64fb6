#pragma once
/// The joints that carry bodies, in numbers: how each lets its body move, and what a force on one
/// of its coordinates or openings is as a wrench.

#include "theory/principles/body_motion.hpp"

namespace alembert::theory {

/// A force and a moment about a place.
struct WrenchAt {
  Vector3 place, force, moment;

  Vector3 moment_about(const Vector3& other) const { return moment + (place - other).cross(force); }
};

/// The joint that carries a body (Eq. 58 of docs/theory.md).
struct TreeJoint {
  std::vector<Index> variables;  ///< coordinates, then openings
  Index coordinates = 0;         ///< how many of the variables are coordinates
  Vector3 place;                 ///< the body's point at the joint
  Matrix columns;  ///< 6 × variables: shift of that point and turn of the body along each
  /// variables × 6: how coordinates and openings change in a displacement of the body. As little
  /// opens as possible: what the joint allows, it does.
  Matrix shares;
  /// 6 × k, orthonormal in units of `length`: the wrenches on the body that have no power in what
  /// the joint allows.
  Matrix held;
};

/// Empty, with a reason, where a body cannot be displaced alone by coordinates and openings.
struct TreeJoints {
  std::vector<TreeJoint> of_body;
  double length = 1;  ///< in which shifts and turns compare: the size of the mechanism
  std::string why_not = {};
};

/// At the point of the last `motion.at`, whose result is `bodies`.
TreeJoints tree_joints(const System& system, BodyMotion& motion, const std::vector<BodyAt>& bodies);

}  // namespace alembert::theory
