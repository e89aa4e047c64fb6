#pragma once
/// Bodies and joints of a system: what they add to it, and the places, velocities and reactions
/// that formulas may name.
///
/// Everything is described first. The first question assembles the mechanism: joints that reach a
/// body, in the order in which they were added, carry it and make its coordinates; those between
/// bodies that are reached already close loops by rows. A body that no joint reaches is free.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies/body.hpp"
#include "bodies/joint.hpp"
#include "mechanics/body_tree.hpp"
#include "mechanics/model.hpp"

namespace alembert {

/// A spring with a damper between two points of bodies.
struct Spring {
  std::string name;
  std::string a, b;
  Vector point_a, point_b;  ///< in the bodies' axes
  Expr stiffness = 0.0, length = 0.0, damping = 0.0;
};

/// A force and a moment on a body, in ground axes, at a point given in the body's.
struct Load {
  std::string name;
  std::string on;
  Vector at = {};
  Vector force = {}, moment = {};  ///< what is empty is zero; the moment is one number in the plane
};

struct Link;
struct JointPlace;
struct Parts;

class Mechanism {
 public:
  /// The system must outlive the mechanism.
  explicit Mechanism(System& system);
  /// The same for a copy of its system, on the same graph.
  Mechanism(const Mechanism& described, System& copy);
  ~Mechanism();

  /// The weight of all bodies and particles; two components make the model planar: all vectors have
  /// two then, and moments one.
  void gravity(const Vector& g);
  bool is_planar() const;
  void body(const Body& body);
  /// Another name of a body.
  void alias(const std::string& name, const std::string& body);
  void joint(const Joint& joint);

  bool has_bodies() const;
  bool has_body(const std::string& name) const;
  bool has_joint(const std::string& name) const;
  std::vector<std::string> body_names() const;
  std::vector<std::string> joint_names() const;

  /// These assemble the mechanism, and add to its forces.
  void spring(const Spring& spring);
  void load(const Load& load);

  /// Adds coordinates, energies, rows and outputs to the system. Done by the first question below
  /// at the latest; nothing can be described after it.
  void assemble();
  /// The joint that is being assembled, where a mistake stopped that; empty where it was none of a
  /// joint.
  const std::string& joint_at_work() const;
  /// Adds the weight of the particles that the system has by now.
  void weigh_particles();
  /// The outputs of the reactions, after the other watches.
  void watch_reactions();
  /// A start in which the coordinates that the joints made, where nothing is said of them, are
  /// those of the drawing, at rest.
  std::vector<StartValue> start_with(std::vector<StartValue> given) const;
  /// A drawing with the shapes of bodies and joints: these are drawn by themselves, upright, beside
  /// the traces of points. Who draws more draws everything.
  std::vector<Shape> drawing_with(std::vector<Shape> given);

  /// The place of a point given in the body's axes; rate() of it is its velocity.
  Vector place(const std::string& body, const Vector& point);
  Vector centre(const std::string& body);
  /// A unit vector along the body's axis 0, 1 or 2.
  Vector axis(const std::string& body, std::size_t which);
  Vector omega(const std::string& body);
  /// Components of a vector, and coordinates of a place, in the body's axes.
  Vector inside(const Vector& vector, const std::string& body);
  Vector local(const Vector& place, const std::string& body);
  /// The turn of a joint about its axis in (−π, π], whether it closes a loop or not.
  Expr angle(const std::string& joint);
  /// A coordinate that a joint made: `part` is "", ".x", ".1", ... Nothing where it made no such
  /// one.
  std::optional<Expr> coordinate(const std::string& joint, const std::string& part);
  /// The names of its parts.
  std::vector<std::string> parts(const std::string& joint);

  /// The reaction of a joint on one of its bodies, about the joint's point; of a wheel, about the
  /// point of contact.
  Wrench reaction(const std::string& joint, const std::string& body);
  /// The place about which that moment is.
  Vector joint_point(const std::string& joint);
  /// The moment of the reaction about another place.
  Vector moment_about(const Vector& place, const std::string& joint, const std::string& body);

 private:
  /// A mechanism with a mistake stays where it was found: there is nothing to ask of it.
  enum class Stage { described, being_assembled, assembled };

  void require_open(std::string_view what) const;
  std::size_t body_index(const std::string& name) const;
  void tell(const Statement& statement);
  void end_at_singular_angles(const JointPlace& place);
  void stop_at_ends(const JointPlace& place);
  void say(const std::string& before, const Vector& vector, const std::string& behind,
           const Vector& components);
  const Link& link(const std::string& body);
  JointPlace& joint_place(const std::string& joint);

  std::unique_ptr<Parts> parts_;
  Stage stage_ = Stage::described;
};

}  // namespace alembert
