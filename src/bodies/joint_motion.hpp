#pragma once
/// How a joint that carries a body lets it move: the coordinates that it makes, and the pose and
/// the velocity that follow.

#include <string>
#include <vector>

#include "bodies/joint.hpp"
#include "mechanics/model.hpp"

namespace alembert {

/// The axes of a joint as constants in the axes of the body that it carries, where its coordinates
/// are zero.
struct JointAxes {
  Vector first, second;
};

/// The motion of the carried body, in its own axes where the coordinates are zero.
struct JointMotion {
  std::vector<std::size_t> coordinates;  ///< indices into System::coordinates()
  std::vector<Expr> drawn;               ///< their values in the drawing
  Vector translation{0.0, 0.0, 0.0};
  Tensor rotation = Tensor::identity();
  Vector omega{0.0, 0.0,
               0.0};       ///< its angular velocity against what carries it, in the carried axes
  Vector quaternion = {};  ///< e, where the attitude is one

  std::vector<Vector> held_shifts,
      held_turns;           ///< directions in which nothing moves, in carried axes
  Vector only_moment = {};  ///< the direction of the whole moment, where it is one
};

/// Makes the coordinates of a joint, which tell how B moves against A. `is_reversed`: A is carried,
/// and moves against B.
JointMotion joint_motion(System& system, const Joint& joint, const JointAxes& axes, bool is_planar,
                         bool is_reversed);

/// Two unit vectors across n that make a right-handed frame with it: e₁ × e₂ = n. Those of the
/// frame where n is one.
struct Across {
  Vector e1, e2;
};
Across across(const System& system, const Vector& n);

}  // namespace alembert
