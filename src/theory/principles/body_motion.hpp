#pragma once
/// Bodies in numbers: where they are and how they move, from their places differentiated along the
/// motion. The velocities and energies of which the equations are made have no part in it (Eq. 61
/// of docs/theory.md).

#include <Eigen/Core>
#include <string>

#include "theory/principles/open_curves.hpp"

namespace alembert::theory {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// A velocity of a rigid body or a small displacement: of its point at the joint that carries it,
/// and its turn.
struct Screw {
  Vector3 shift = Vector3::Zero(), turn = Vector3::Zero();
};

struct BodyAt {
  Matrix3 R;      ///< its axes
  Vector3 p;      ///< its point at the joint that carries it
  Vector3 zero;   ///< the zero of its own axes
  Vector3 p_dot;  ///< of p
  double mass = 0;
  Vector3 centre, velocity, acceleration;  ///< of the mass centre
  Vector3 omega, alpha;
  Matrix3 J;  ///< about the centre, in ground axes

  Vector3 momentum_rate() const { return mass * acceleration; }
  /// Of the angular momentum about the centre.
  Vector3 spin_rate() const { return J * alpha + omega.cross(J * omega); }
  /// The velocity of the point of the body that is at a place now.
  Vector3 velocity_at(const Vector3& place) const { return velocity + omega.cross(place - centre); }
};

class BodyMotion {
 public:
  /// The system must outlive it.
  explicit BodyMotion(const System& system);

  /// All bodies at a point, in the order of BodyRecords. The ground is not among them.
  std::vector<BodyAt> at(const Point& point);
  /// The displacement of a body along one variable, a coordinate or, behind them, an opening; by
  /// body. At the point of the last `at`.
  std::vector<Screw> displacements(Index variable);
  /// How far the axes are from being orthonormal and right-handed; the largest of all bodies at the
  /// last `at`.
  double deformation() const { return deformation_; }

  /// The coordinates and openings of the joint that carries a body.
  std::vector<Index> variables_of(std::size_t body) const;
  Index variables() const { return poses_.variables(); }

 private:
  const System& system_;
  OpenCurves poses_, constants_;
  std::vector<Matrix3> axes_;  ///< at the last point
  double deformation_ = 0;
};

}  // namespace alembert::theory
