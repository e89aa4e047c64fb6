#pragma once
/// The bodies and joints of a mechanism, and what becomes of them; private to this layer.

#include <map>

#include "bodies/closing_rows.hpp"
#include "bodies/joint_motion.hpp"
#include "bodies/mechanism.hpp"

namespace alembert {

/// A body in its place of the tree. Its axes are its own; its origin is the point of the joint that
/// carries it.
struct Link {
  Body body;
  Tensor axes = Tensor::identity();  ///< those of the body in the drawing, as columns
  MassProperties mass;
  Vector origin{0.0, 0.0, 0.0};  ///< where that point is in the body's axes

  std::size_t parent = 0;
  bool is_reached = false;
  Tensor E = Tensor::identity();  ///< the axes, in those of the parent
  Vector d{0.0, 0.0, 0.0};        ///< from the origin of the parent, in its axes

  Tensor R = Tensor::identity();  ///< the axes and the origin in the ground's
  Vector p{0.0, 0.0, 0.0};
  Vector w{0.0, 0.0, 0.0},
      u{0.0, 0.0, 0.0};  ///< ω and the velocity of the origin, in the body's axes

  /// Where a point of the body is, and a direction of the drawing in its axes.
  Vector place(const Vector& point) const { return p + R * (point - origin); }
  Vector drawn_axis(const Vector& direction) const { return axes.transposed() * direction; }
  Vector drawn_point(const Vector& place) const { return drawn_axis(place - body.at); }
};

/// What a gear or a rack does to one of the bodies of the joints that it couples, at a place in
/// ground axes.
struct CouplingEnd {
  std::size_t link;
  Vector at;
  Wrench wrench;
};

/// A joint of the mechanism, and what became of it.
struct JointPlace {
  Joint joint;
  std::size_t a = 0, b = 0;  ///< links; of a gear or a rack found when it is assembled
  std::size_t carried = 0;   ///< the link that it carries, 0 for none
  JointMotion motion = {};
  std::vector<Expr> shifts = {}, turns = {};  ///< openings along held_shifts and held_turns
  std::vector<ClosingRow> rows = {};          ///< of a closing joint
  std::vector<CouplingEnd> ends = {};         ///< of a gear or a rack
  std::size_t record = 0;                     ///< in System::joints()
  Vector point_a{0.0, 0.0, 0.0}, point_b{0.0, 0.0, 0.0};  ///< in the axes of a and of b
  Vector contact = {};  ///< of a wheel: from its centre to the point of contact, in ground axes
  std::optional<Wrench> on_b = {};  ///< its reaction, found when it is asked for

  bool carries() const { return carried != 0; }
};

struct Parts {
  static constexpr std::size_t ground = 0;

  System& system;
  bool is_planar = false;
  std::optional<Vector> gravity = {};
  std::vector<Link> links = {};  ///< the ground first
  std::vector<JointPlace> joints = {};
  std::vector<Spring> springs = {};  ///< for the picture alone
  std::map<std::string, std::size_t> body_of = {}, joint_of = {};
  std::vector<StartValue> drawn = {};  ///< the coordinates of the drawing
  std::string at_work = {};            ///< the joint that is being assembled, if it is one
  std::size_t weighed = 0;             ///< the particles whose weight was added

  /// The same parts of a copy of the system, on the same graph.
  Parts in(System& copy) const {
    return {copy,    is_planar, gravity, links,   joints, springs,
            body_of, joint_of,  drawn,   at_work, weighed};
  }

  /// Three components of a vector of the model, and the two that a planar model shows.
  Vector in_space(const Vector& vector) const;
  Vector shown(Vector vector) const;
  /// The number of a formula of parameters. Throws ModelError where it depends on more.
  double number(const Expr& constant) const;
  /// A unit vector along an axis of a joint as it is described.
  Vector axis_of(const Joint& joint, std::size_t which) const;
  /// Adds what the results tell of a joint.
  void add_record(JointPlace& place, JointRecord record);
};

/// Chooses which joints carry bodies, and poses the bodies by coordinates of these joints.
void grow_tree(Parts& parts);
/// Adds the kinetic energy and the weight of all bodies.
void add_energies(Parts& parts);
/// Adds spring, damping and armature of a joint. Throws ModelError where it has not one coordinate.
void add_joint_forces(Parts& parts, const JointPlace& place);

/// Adds the rows of a joint that carries nothing.
void close_loop(Parts& parts, JointPlace& place);
/// The same for a wheel or a ball.
void close_by_rolling(Parts& parts, JointPlace& place);
/// Adds the rows of all gears and racks, which couple the coordinates of other joints.
void couple_joints(Parts& parts);
/// The sides of a joint seen from the nearest body that carries both of its own.
JointSides sides_of(const Parts& parts, const JointPlace& place);
/// How many joints carry a body.
std::size_t depth_of(const Parts& parts, std::size_t link);
/// The nearest body that carries both.
std::size_t common_link(const Parts& parts, std::size_t a, std::size_t b);

/// What a joint does to its second body, about its point.
Wrench wrench_on_b(const Parts& parts, const JointPlace& place);
/// The same of a gear or a rack on one of its bodies.
Wrench wrench_of_coupling(const Parts& parts, const JointPlace& place, std::size_t on);
/// The place about which that moment is.
Vector joint_point(const Parts& parts, const JointPlace& place);

/// What bodies and joints look like.
std::vector<Shape> picture_of(const Parts& parts);

}  // namespace alembert
