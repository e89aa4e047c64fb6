#pragma once
/// What a multiplier does to bodies, by statics of the tree (row B9), and reactions that joints
/// share (row B10): Eqs (57) and (58) of docs/theory.md.

#include "theory/identity.hpp"
#include "theory/principles/body_forces.hpp"

namespace alembert::theory {

class SharedWrenches {
 public:
  /// The equations must outlive it.
  SharedWrenches(const Equations& equations, BodyForces& forces);

  /// `A` are the rows in numbers, in units of the coordinates; after `forces.applied` at the point.
  Identities check(const Point& point, const BodyInstant& now, const Matrix& A,
                   const Vector& units);

 private:
  /// The wrenches that one multiplier makes: of the joints that close loops, as they are reported,
  /// and of the joints of the tree, which must balance them.
  struct Field {
    std::vector<WrenchAt> of_joint;  ///< in the order of the reactions
    Vector power;                    ///< of the balancing wrenches in each coordinate
  };
  Field field_of(std::size_t multiplier, const BodyInstant& now);
  void evaluate_loops(const Point& point);

  const Equations& equations_;
  BodyForces& forces_;
  std::vector<std::size_t> rows_;    ///< those that are no rows of quaternions
  std::vector<NodeId> multipliers_;  ///< of these, then of rows that hold by themselves
  std::vector<NodeId> loops_;        ///< forces and moments of the joints that close loops
  Matrix slopes_;                    ///< of these, a column per multiplier
};

}  // namespace alembert::theory
