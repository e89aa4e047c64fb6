#pragma once
/// From D'Alembert's principle to Lagrange's equations, step by step, for particles at r(q, t) on
/// any curve (textbook Eqs 4.21-4.34; Eqs 1-6 of docs/theory.md).
///
/// ṙ and T are the formulas that the program makes of r; r itself goes through Taylor arithmetic
/// alone.

#include "mechanics/equations.hpp"
#include "theory/identity.hpp"
#include "theory/principles/derivatives.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

/// All particles at a point, a row per Cartesian component.
struct ParticlesAt {
  Vector velocity, acceleration;  ///< ṙ and r̈ along the curve
  Vector mass;                    ///< of the particle that the component belongs to
  Vector force;                   ///< F; zero where none is given
  Matrix by_positions;            ///< ∂r/∂q
  /// F − ṗ: what is left when the inertial force −ṗ is added to the applied force (masses
  /// constant).
  Vector left_over() const { return force - mass.cwiseProduct(acceleration); }
};

class TextbookChain {
 public:
  explicit TextbookChain(const System& system);

  ParticlesAt at(const Point& point);
  /// The virtual displacements δr of the particles that belong to δq.
  Vector displacement(const Point& point, const Vector& dq);
  /// Every step of the chain on an arbitrary curve, for the displacement δq (rows L5-L11).
  Identities check(const Equations& equations, const Point& point, const Vector& dq,
                   const Sizes& sizes);
  /// Is all inertia that of particles, with constant masses? Only then does the chain say
  /// everything.
  const std::string& why_not() const { return why_not_; }

 private:
  const Graph* graph_;
  std::vector<Index> particle_of_;  ///< by component
  std::vector<Index> force_of_;     ///< by component; −1 for none
  bool only_particle_forces_;
  std::string why_not_;
  Derivatives r_, r_dot_, mass_, force_, T_;
};

/// D'Alembert's principle at a point of the motion: Σ (F − ṗ)·δr with all forces in any
/// displacement, and with the applied forces alone in those that the constraints allow (rows
/// L1-L3). `reaction` is Q_c by coordinate, `nonideal` the C in it.
Identities check_dalembert(const Equations& equations, TextbookChain& chain, const Point& point,
                           const Vector& reaction, const Vector& nonideal, const Sizes& sizes);

}  // namespace alembert::theory
