#pragma once
/// Derivatives of formulas at a point of the space of (t, q, q̇, q̈), along directions of that
/// space.

#include "theory/principles/along_curves.hpp"
#include "theory/principles/mixed_derivatives.hpp"

namespace alembert::theory {

/// Directions in which one part of a point changes and the others are held.
Point along_time(Index n);
Point along_positions(const Vector& dq);
Point along_velocities(const Vector& dv);
Point along_accelerations(const Vector& da);
/// The direction of the motion itself: t at 1, q at q̇, q̇ at q̈.
Point along_motion(const Point& point);
/// The same with t held: the special vector field (q̇, q̈) on the space of states.
Point along_field(const Point& point);

Point operator+(const Point& u, const Point& w);

class Derivatives {
 public:
  Derivatives(const System& system, const std::vector<NodeId>& formulas);

  Index formulas() const { return formulas_; }
  Vector value(const Point& point);
  /// D_u f
  Vector first(const Point& point, const Point& u);
  /// D_u D_w f
  Derivative mixed(const Point& point, const Point& u, const Point& w);
  /// f, ḟ and f̈ along the motion through the point, a column each.
  Matrix rates(const Point& point);
  /// ∂f/∂q, ∂f/∂q̇ and ∂f/∂q̈, a row per formula.
  Matrix by_positions(const Point& point);
  Matrix by_velocities(const Point& point);
  Matrix by_accelerations(const Point& point);

 private:
  Index formulas_;
  AlongCurves curves_;
  MixedDerivatives mixed_;
};

}  // namespace alembert::theory
