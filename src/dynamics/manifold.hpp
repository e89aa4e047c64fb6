#pragma once
/// The states that satisfy the constraints, and the shortest way back to them (Eqs 37, 38 of
/// docs/theory.md): q first by the position rows, then q̇ by position and velocity rows together.

#include "dynamics/dynamics.hpp"
#include "numeric/projection.hpp"

namespace alembert {

class Manifold {
 public:
  using Vector = numeric::Vector;

  Manifold(Dynamics& dynamics, double rank_tolerance);

  /// Moves (q, v) onto the constraints, least in the norm of M; false if Newton's method does not
  /// get there. A state that satisfies them to rounding is left as it is.
  bool project(double t, Vector& q, Vector& v);
  /// The same for `from` = (q, q̇, …), whose further components stay; y is the state found, or
  /// `from` where it does not get there. Both may be the same.
  bool project_state(double t, const Vector& from, Vector& y);
  /// Whether the rows were clearly independent where the last call ended, so that their rank is
  /// beyond doubt.
  bool is_regular() const { return is_regular_; }
  /// How far that call has moved a component, relative to its natural size or to what it is.
  double correction() const { return correction_; }

 private:
  bool project_position(double t, Vector& q, const Vector& v);
  bool project_velocity(double t, const Vector& q, Vector& v);
  void collect(const StateValues& here, const std::vector<numeric::Index>& rows,
               const Vector& residual);
  bool hold_but_for_rounding(double t, const Vector& q, const Vector& v,
                             const std::vector<numeric::Index>& rows, Vector Residuals::*level);

  Dynamics& dynamics_;
  std::vector<numeric::Index> position_rows_, velocity_rows_;
  numeric::Projection position_, velocity_;
  numeric::Matrix J_;
  Vector residual_, lengths_, state_;
  bool is_regular_ = false;
  double correction_ = 0;
};

}  // namespace alembert
