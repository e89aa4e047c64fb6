#pragma once
/// What impacts without friction must satisfy, from the velocities before and after them.
///
///     M(q̇⁺ − q̇⁻) = AᵀP ,   P ≥ 0 ,   u = A q̇ + φ_t ,   0 ≤ u⁺ + e u⁻ ⟂ P ≥ 0

#include <string>
#include <vector>

#include "motion/motion.hpp"
#include "theory/principles/residual.hpp"

namespace alembert::theory {

/// An impact with all rows that take part: constraints, and contacts that touch.
struct ImpactInstant {
  double t = 0;
  Matrix M;
  Vector before, after;  ///< q̇⁻, q̇⁺
  Matrix A;
  Vector moving;                   ///< φ_t
  std::vector<bool> pushes;        ///< by row
  Vector impulse;                  ///< P of contacts; of constraints it is not known, and zero here
  Vector restitution;              ///< e of contacts
  bool one_after_another = false;  ///< several contacts, by a law that lets them strike in turn
  double lost = 0;                 ///< energy, as recorded
};

/// The statements C4 to C9.
Identities impact_identities(const ImpactInstant& impact);

/// All impacts of a motion but those at which something else happens too: the start, a rule, the
/// end of impacts without end.
std::vector<ImpactInstant> impacts_of(const Motion& motion);

}  // namespace alembert::theory
