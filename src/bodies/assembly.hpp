#pragma once
/// A mechanism while it is put together, and the formulas of its bodies after that; private to this layer.

#include <map>

#include "bodies/closing_rows.hpp"
#include "bodies/joint_motion.hpp"
#include "bodies/mechanism.hpp"

namespace alembert {

/// A body in its place of the tree. Its axes are its own; its origin is the point of the joint that carries it.
struct Link {
  Body body;
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
};

/// A joint of the mechanism, and what became of it.
struct JointPlace {
  Joint joint;
  std::size_t a = 0, b = 0;  ///< links
  std::size_t carried = 0;   ///< the link that it carries, 0 for none
  JointMotion motion = {};
  std::vector<Expr> shifts = {}, turns = {};  ///< openings along held_shifts and held_turns
  std::vector<ClosingRow> rows = {};          ///< of a closing joint
  std::size_t record = 0;                     ///< in System::joints()
  Vector point_a{0.0, 0.0, 0.0}, point_b{0.0, 0.0, 0.0};  ///< in the axes of a and of b
  Vector contact = {};  ///< of a wheel: from its centre to the point of contact, in ground axes

  bool carries() const { return carried != 0; }
};

class Assembly {
 public:
  explicit Assembly(System& system);

  void set_gravity(const Vector& g);
  bool is_planar() const { return is_planar_; }
  void add(const Body& body);
  void add_alias(const std::string& name, const std::string& body);
  void add(const Joint& joint);
  void add(const Spring& spring);
  void add(const Load& load);

  bool has_bodies() const { return links_.size() > 1; }
  std::optional<std::size_t> find_body(const std::string& name) const;
  std::optional<std::size_t> find_joint(const std::string& name) const;
  std::vector<std::string> body_names() const;
  std::vector<std::string> joint_names() const;

  void assemble();
  std::vector<Shape> picture();
  void weigh_particles();
  void watch_reactions();
  std::vector<StartValue> drawn_start() const { return drawn_; }

  /// After assembling.
  const Link& body(const std::string& name);
  Vector place(const Link& link, const Vector& point) const {
    return link.p + link.R * (point - link.origin);
  }
  Expr angle(const std::string& joint);
  std::optional<Expr> coordinate(const std::string& joint, const std::string& part);
  std::vector<std::string> parts(const std::string& joint);
  Wrench reaction(const std::string& joint, const std::string& body);
  Vector joint_point(const std::string& joint);

  /// Three components of a vector of the model, and the two that a planar model shows.
  Vector in_space(const Vector& vector) const;
  Vector shown(Vector vector) const;

 private:
  /// The axes and the origin of a link in those of a link that carries it.
  struct Pose {
    Tensor R = Tensor::identity();
    Vector p{0.0, 0.0, 0.0};
  };

  std::size_t required_body(const std::string& name) const;
  JointPlace& required_joint(const std::string& name);
  void require_open(std::string_view what) const;
  double number(const Expr& constant) const;
  Vector axis_of(const Joint& joint, std::size_t which) const;
  void choose_tree();
  void carry(JointPlace& place);
  void move(JointPlace& place, Link& link);
  void add_energies();
  void add_joint_forces(const JointPlace& place);
  void close(JointPlace& place);
  void roll(JointPlace& place);
  std::vector<std::string> add_rows(JointPlace& place, const std::vector<ClosingRow>& rows,
                                    const Tensor& axes);
  std::vector<bool> hold_by_themselves(const std::vector<ClosingRow>& rows) const;
  JointSides sides_of(const JointPlace& place, std::size_t seen_from) const;
  std::size_t common_link(std::size_t a, std::size_t b) const;
  Pose pose_in(std::size_t link, std::size_t ancestor) const;
  Wrench wrench_on_b(const JointPlace& place);

  System& system_;
  /// A mechanism with a mistake stays where it was found: there is nothing to ask of it.
  enum class Stage { described, being_assembled, assembled };
  Stage stage_ = Stage::described;
  bool is_planar_ = false;
  std::optional<Vector> gravity_;
  std::vector<Link> links_;  ///< the ground first
  std::vector<JointPlace> joints_;
  std::map<std::string, std::size_t> body_of_, joint_of_;
  std::vector<StartValue> drawn_;
};

}  // namespace alembert
