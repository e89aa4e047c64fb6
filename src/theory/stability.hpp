#pragma once
/// Whether an equilibrium is stable, from the second variation of the energy on the tangent space
/// of the constraints (Lagrange and Dirichlet; Kelvin, Tait and Chetaev), or from the linearised
/// motion.

#include "dynamics/state_equations.hpp"
#include "theory/equilibrium.hpp"
#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

struct StabilityFindings {
  Stability stability = Stability::not_decided;
  std::string reason;
  numeric::Vector curvatures;
  std::vector<std::complex<double>> exponents;
  bool depends_on_time = false;
};

/// At a point of rest, with a basis Z of N(A), orthonormal in units in which the coordinates
/// compare, and H = ∂(Q + Aᵀλ)/∂q with λ held; `unit` is, by coordinate, the distance to a clearly
/// different place. Curvatures are per unit of length in the coordinates as they are.
StabilityFindings judge_stability(StateEquations& state, const Point& rest, const Matrix& Z,
                                  const Matrix& H, const Vector& unit);

}  // namespace alembert::theory
