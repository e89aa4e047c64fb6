#pragma once
/// Lagrange's equations from the formulas of T, V, L, r and F as they were written, by Taylor
/// arithmetic.
///
/// Particles enter by Newton's law, Σ d/dt(m ṙ)·∂r/∂q, and not by the kinetic energy that `derive`
/// makes of them: the two agree only by the identities of Eq. (2) of docs/theory.md.

#include "dynamics/state_equations.hpp"
#include "theory/identity.hpp"
#include "theory/principles/derivatives.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

/// The Lagrangian and its derivatives at a point, on the motion or off it.
struct LagrangeAt {
  Vector E;                                    ///< d/dt(∂L/∂q̇) − ∂L/∂q
  Vector applied;                              ///< Q′ of Eq. (4)
  Vector momentum;                             ///< p = ∂L/∂q̇
  Vector position;                             ///< ∂L/∂q
  Vector potential;                            ///< −∂V/∂q
  double L = 0;                                ///< the Lagrangian
  double energy = 0;                           ///< H = q̇·p − L
  double by_time = 0;                          ///< ∂L/∂t
  double size = 0;                             ///< of the terms of L
  Vector E_size, applied_size, momentum_size;  ///< the same for the vectors, by component
};

/// T = T₂ + T₁ + T₀, of degree 2, 1 and 0 in the velocities (Eq. 3); `higher` is what a kinetic
/// energy that is not quadratic has beyond them.
struct KineticParts {
  double T2 = 0, T1 = 0, T0 = 0;
  double T = 0;
  double higher = 0;
};

/// Second derivatives of L: how the momentum p = ∂L/∂q̇ depends on the state.
struct MomentumDerivatives {
  Matrix by_velocities;  ///< ∂p_i/∂q̇_j, the mass matrix
  Matrix by_positions;   ///< ∂p_i/∂q_j
  Vector by_time;        ///< ∂p/∂t
};

class Lagrange {
 public:
  explicit Lagrange(const System& system);

  LagrangeAt at(const Point& point);
  /// ∂²L/∂q̇∂q̇, times a vector.
  Derivative mass_times(const Point& point, const Vector& x);
  MomentumDerivatives momentum_derivatives(const Point& point);
  /// The parts of the kinetic terms and the particles; terms of `lagrangian` are left out.
  KineticParts kinetic_parts(const Point& point);
  double potential(const Point& point);
  /// Can a system at rest have inertial forces? It can if T has parts T₁ or T₀ that count beside
  /// its T₂ at usual velocities.
  bool inertia_acts_at_rest(const Point& point, const Units& units);
  /// Are there terms of `lagrangian`, which are neither T nor V?
  bool has_lagrangian_terms() const { return has_lagrangian_terms_; }

 private:
  struct Mass {
    Index first_component;  ///< of r, among the components of all particles
    Index dimensions;
    Index first_force;  ///< among the components of all forces; −1 for no force
  };

  void add_terms(const Point& point, LagrangeAt& sum);
  void add_particles(const Point& point, LagrangeAt& sum);
  void add_forces(const Point& point, LagrangeAt& sum);

  std::vector<double> sign_;  ///< of the terms: + for T and L, − for V
  std::size_t kinetic_terms_;
  std::vector<Mass> masses_;
  std::vector<std::size_t> force_on_;  ///< the coordinate of each given force
  std::vector<double> power_sign_;     ///< + for virtual powers, − for Rayleigh's functions
  bool has_lagrangian_terms_, kinetic_depends_on_time_ = false;
  Derivatives terms_, positions_, mass_, particle_forces_, forces_, powers_;
};

/// Compares M q̈ − Q with E − Q′ at an arbitrary point, M with ∂²L/∂q̇∂q̇, Q′ and H with those of
/// the formulas; then forces of the potential, the parts of T, and the balance of energy (rows F1,
/// L12-L16).
Identities check_lagrange(StateEquations& state, Lagrange& lagrange, const Point& point,
                          const Sizes& sizes);

}  // namespace alembert::theory
