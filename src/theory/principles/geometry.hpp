#pragma once
/// Mechanics on the space of states TQ with coordinates (q, q̇): the form Ω_L, the energy, forces
/// as horizontal forms, and the principle of Vershik and Fadeev.
///
/// The sign, where the sources leave it open: with Ω = Σ dqⁱ∧dpᵢ, p = ∂L/∂q̇ and (i_XΩ)(Y) = Ω(X,
/// Y), the motion X = (q̇, q̈) satisfies i_XΩ_L = dH_L − F, where F = Σ Fᵢ dqⁱ is the force. Where
/// L depends on time, everything is taken at fixed t, and −∂p/∂t joins the force.

#include "theory/principles/constraint_rates.hpp"
#include "theory/principles/lagrange.hpp"

namespace alembert::theory {

struct StateForms {
  Matrix Omega;         ///< 2n×2n: Ω_L(X, Y) = XᵀΩY
  Vector dH;            ///< 2n, of the energy formula of the equations
  Vector moving_frame;  ///< n, −∂p/∂t
  Vector applied;       ///< n, Q′
  Vector size;          ///< 2n, of the terms of i_XΩ and dH
};

StateForms state_forms(const Equations& equations, Lagrange& lagrange, const Point& point);

/// i_XΩ_L − dH_L for any X, by its 2n components; −F where X is the motion.
Vector symplectic_excess(const StateForms& forms, const Vector& X);

/// θ_i(v, w) = df_i(0, v): horizontal forms on TQ, a row of 2n each (VF 7).
Matrix constraint_forms(ConstraintRates& rates, const Point& point);

/// The principle of Vershik and Fadeev: X and λ from i_XΩ_L = dH_L − F − Σ λ_iθ_i and the tangency
/// of X.
struct VershikFadeev {
  Vector acceleration;
  Vector lambda;  ///< of least norm where rows repeat each other
  Vector force;   ///< Σ λ_iθ_i, by coordinate: unique even where λ is not
};
/// Solved in units `s` of the coordinates, in which masses are of the size of one; `more` are the
/// forces besides Q′, such as the C of constraints that are not ideal.
VershikFadeev solve_vershik_fadeev(const StateForms& forms, ConstraintRates& rates,
                                   const Point& point, const Vector& more, const Vector& s);

/// The statements of VF at a point of the motion; `nonideal` is C (rows V16-V23).
Identities check_geometry(StateEquations& state, Lagrange& lagrange, ConstraintRates& rates,
                          const Point& point, const Vector& nonideal, const Sizes& sizes);

}  // namespace alembert::theory
