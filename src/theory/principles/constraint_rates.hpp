#pragma once
/// The rates of the constraint residuals along a curve, from φ, ψ and χ as they were written.
///
/// Each row is a function on the space of states: f = φ̇ for position rows, f = ψ for velocity
/// rows. A motion keeps it if df/dt = A q̈ − b vanishes (Eqs 9-12 of docs/theory.md).

#include "dynamics/state_equations.hpp"
#include "theory/identity.hpp"
#include "theory/principles/derivatives.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

/// A vector by row, with the size of the terms that it consists of.
using ByRow = Derivative;

/// d̃f(X) = f_q q̇ + f_q̇ q̈ of the field X = (q̇, q̈), and ∂f/∂t with the state held.
struct Tangency {
  ByRow along_field;  ///< d̃f(X); where X is tangent to the constraints it is −∂f/∂t (VF 5)
  ByRow by_time;      ///< ∂f/∂t
};

class ConstraintRates {
 public:
  /// Of all constraints of a system, contacts among them …
  explicit ConstraintRates(const System& system);
  /// … or of those whose rows act.
  explicit ConstraintRates(const Equations& equations);

  Index rows() const { return static_cast<Index>(levels_.size()); }
  const std::vector<Level>& levels() const { return levels_; }

  /// φ, ψ or χ.
  Vector residual(const Point& point);
  /// f: φ̇ or ψ; zero for acceleration rows, which restrict no state.
  Vector velocity_residual(const Point& point);
  /// φ̈, ψ̇ or χ along the motion through the point: what A q̈ − b should be.
  ByRow acceleration_residual(const Point& point);
  /// Rows ∂φ/∂q, ∂ψ/∂q̇ and ∂χ/∂q̈.
  Matrix A(const Point& point);
  /// d̃f(0, w) = f_q̇ w: the change of f with the velocity alone; zero for acceleration rows.
  Vector along_vertical(const Point& point, const Vector& w);
  /// The derivatives of the residuals along q alone, and along t alone: φ_q dq, and φ_t.
  Vector along_positions_only(const Point& point, const Vector& dq);
  Vector along_time_only(const Point& point);
  /// For position and velocity rows; zero for acceleration rows.
  Tangency tangency(const Point& point);

 private:
  std::vector<Level> levels_;
  Derivatives residuals_;
};

/// Compares A q̈ − b with the rates of the residuals for any q̈, rows of A with derivatives along
/// the axes, and φ̇ with the rate that `derive` found (rows F2, F3, F5, X2, V2).
Identities check_constraint_rates(StateEquations& state, ConstraintRates& rates, const Point& point,
                                  const Sizes& sizes);

/// Whether the acceleration of the point keeps the constraints, and what the forms d̃f say of
/// displacements (0, w) of the velocity alone, where w spans N(A) (rows V9, V10, V15, V22).
Identities check_tangency(ConstraintRates& rates, const Point& point, const Matrix& virtual_basis,
                          const Sizes& sizes);

}  // namespace alembert::theory
