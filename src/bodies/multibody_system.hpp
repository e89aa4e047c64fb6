#pragma once
/// Bodies, joints and formulas in one description, with the words of the model language.

#include "bodies/mechanism.hpp"

namespace alembert {

/// A system that is described by bodies and joints, and by formulas beside them. What it describes
/// is run as a Model: `simulate(linkage.model(), ...)`. All bodies and joints come before the first
/// formula that asks where one is.
class MultibodySystem : private System, private Mechanism {
 public:
  explicit MultibodySystem(const std::string& title = {})
      : System(title), Mechanism(static_cast<System&>(*this)) {}

  using Mechanism::alias;
  using Mechanism::body;
  using Mechanism::gravity;
  using Mechanism::joint;
  using Mechanism::load;
  using Mechanism::spring;
  /// A force and the velocity that it drives, positive where its power is for a positive velocity.
  void actuator(const Expr& velocity, const Expr& force, const std::string& name = {});

  using Mechanism::angle;
  using Mechanism::axis;
  using Mechanism::centre;
  using Mechanism::inside;
  using Mechanism::joint_point;
  using Mechanism::local;
  using Mechanism::moment_about;
  using Mechanism::omega;
  using Mechanism::place;
  /// A coordinate that a joint or a free body has made, such as `pin` or `box.x`.
  Expr symbol(const std::string& name);
  /// The reaction of a joint on a body, about the joint's point; of a constraint on a coordinate.
  using Mechanism::reaction;
  using System::reaction;

  using System::constraint;
  using System::coordinate;
  using System::define;
  using System::dissipation;
  using System::energy;
  using System::force;
  using System::ideal;
  using System::kinetic;
  using System::lagrangian;
  using System::lambda;
  using System::nonideal;
  using System::parameter;
  using System::particle;
  using System::potential;
  using System::power;
  using System::time;
  using System::total;
  using System::virtual_power;
  using System::watch;
  using System::weight;
  /// The components are watched as name.1, name.2, name.3.
  void watch(const std::string& name, const Vector& vector, const std::string& unit = {});

  /// The whole description: bodies start where they are drawn, at rest, and the reactions of all
  /// joints are watched.
  Model model();
};

}  // namespace alembert
