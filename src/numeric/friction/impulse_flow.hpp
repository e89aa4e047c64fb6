#pragma once
/// What one contact with friction does while its impulse grows (Routh): the slip falls, ends,
/// turns, or goes on (Eqs. 89 and 90 of docs/theory.md).

namespace alembert::numeric {

/// The velocities of one contact, and how they answer to unit impulses: u ← across the contact, v ←
/// along it.
struct ImpulseFlow {
  double u = 0, v = 0;
  double W_nn = 0, W_nt = 0, W_tt = 0;
  double mu = 0;
};

struct FlowEnd {
  double normal = 0, tangential = 0;  ///< impulses
  double u = 0, v = 0;
  double slip = 0;         ///< −1, 0 or 1: how it goes on
  double compression = 0;  ///< the normal impulse at greatest compression
};

/// Until the pressure has given back e² of the work that it took. u ≤ 0 before; with u = 0
/// something happens only where pressing makes the contact approach.
FlowEnd follow(const ImpulseFlow& flow, double restitution);

}  // namespace alembert::numeric
