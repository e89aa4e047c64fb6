#pragma once
/// All that acts on each body: weight, springs, loads, what formulas do to it, and the reported
/// reactions of its joints.

#include "mechanics/equations.hpp"
#include "theory/principles/formula_forces.hpp"
#include "theory/principles/tree_joints.hpp"

namespace alembert::theory {

/// A sum of forces on a body, with the moment about its mass centre and the sizes of what was
/// added.
struct BodyForce {
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
  double force_size = 0, moment_size = 0;

  /// Adds a force at an arm from the centre, and a moment.
  void add(const Vector3& f, const Vector3& arm, const Vector3& m);
};

/// What a joint does to the body named in its record, as it is reported.
struct JointReaction {
  std::size_t joint;                     ///< in System::joints()
  bool is_of_tree;                       ///< does it carry a body?
  std::optional<std::size_t> on, other;  ///< bodies; none for the ground
  WrenchAt wrench;
};

/// The bodies at one instant.
struct BodyInstant {
  std::vector<BodyAt> bodies;
  TreeJoints joints;
  std::vector<BodyForce> applied;  ///< on each body, without the joints
  std::vector<JointReaction> reactions;
  std::vector<BodyForce>
      needed;  ///< what the motion of each body needs: m c̈ and the rate of angular momentum
};

class BodyForces {
 public:
  /// The equations must outlive it.
  explicit BodyForces(const Equations& equations);

  /// What acts without the joints. `watches` are the reported values of all outputs.
  std::vector<BodyForce> applied(const Point& point, const Vector& lambda_total, const Vector& C,
                                 const std::vector<BodyAt>& bodies, const TreeJoints& joints);
  /// The reported reactions of all joints that have one.
  std::vector<JointReaction> reactions(const Point& point, const Vector& watches);
  /// Wrenches of forces on coordinates and openings, on every body.
  void add_variable_forces(const VariableForces& forces, const TreeJoints& joints,
                           const std::vector<BodyAt>& bodies, std::vector<BodyForce>& sums) const;

  FormulaForces& formulas() { return formulas_; }
  /// Does this joint of System::joints() carry a body?
  bool is_of_tree(std::size_t joint) const;

 private:
  const System& system_;
  FormulaForces formulas_;
  OpenCurves values_;  ///< of gravity, springs and loads
  OpenCurves places_;  ///< of the joints
};

void add_reaction(const JointReaction& reaction, const std::vector<BodyAt>& bodies,
                  std::vector<BodyForce>& sums);

}  // namespace alembert::theory
