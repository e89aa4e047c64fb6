#pragma once
/// Holonomic in disguise? Frobenius' theorem for rows that are linear or affine in the velocities.

#include "theory/principles/virtual_displacements.hpp"

namespace alembert::theory {

/// What the rows ω_i = α_i dq + g_i dt say together: integrable exactly where dω_i(u, w) = 0 for
/// all directions u, w of (t, q) in which every ω vanishes.
struct Integrability {
  double curl =
      0;  ///< the largest |dω_i(u, w)|, u and w of unit length, relative to the terms of its sum
  std::string row;  ///< where it is largest
  bool integrable() const { return curl <= 1e-10; }
};

/// The test at one point; a system is integrable if it holds at every point. Throws ModelError if a
/// row is nonlinear in the velocities or states accelerations.
Integrability integrability_at(const Equations& equations, const Point& point);

}  // namespace alembert::theory
