#pragma once
/// Coulomb's friction on surfaces: slips of two components, in a cone that is round, never a
/// pyramid (Eq. 93 of docs/theory.md).
///
///     M q̈ = Q + Aᵀλ + Σ J_jᵀτ_j ,   λ as in one_sided.hpp ,   τ_j and the slip J_j q̇ of two
///     components each τ_j = −B_j û_j             while it slips along û_j |τ_j| ≤ B_j , J_j q̈ =
///     b_j   while it sticks τ_j = −B_j a_j/|a_j|        when it begins to slip from rest, a_j =
///     J_j q̈ − b_j B_j = μ_j N_j with N_j = scale_j |λ_j|, or the limit F_j
///
/// The direction in which a slip begins is unknown, and so this is not a choice of rows as along
/// lines (friction_modes.hpp). For a contact alone all directions are the roots of a polynomial;
/// several coupled ones are found by Newton's method on the projections of Alart and Curnier, which
/// finds one motion and proves nothing of others.

#include "numeric/friction_modes.hpp"
#include "numeric/impact.hpp"

namespace alembert::numeric {

/// Both rows of J are components along directions at right angles, in one unit: |J q̇| is the speed
/// of the slip.
struct SpatialFriction {
  Index row = no_row;
  double scale = 1;
  double mu = 0, mu_static = 0;        ///< with a row
  double limit = 0, limit_static = 0;  ///< without one
  Matrix J;                            ///< 2×n
  Vector b = Vector::Zero(2);
  /// û of a slip, of length one; empty at rest.
  Vector direction = {};
  /// As in PlanarFriction.
  bool may_stick = true;
};

enum class SpatialState {
  none,    ///< its contact is open
  sticks,  ///< J q̈ = b
  slips    ///< or begins to
};

struct SpatialMotion {
  Vector acceleration;       ///< q̈
  Vector lambda;             ///< λ by row; of several one
  Vector excess;             ///< A q̈ − b by row
  Matrix friction;           ///< 2×frictions, τ
  Vector normal, bound;      ///< N and B by friction
  Matrix slip_acceleration;  ///< 2×frictions, J q̈ − b
  std::vector<RowState> rows;
  std::vector<SpatialState> frictions;
};

struct SpatialModes {
  /// As in FrictionModes.
  Status status = Status::solved;
  std::vector<Index> contradictory;
  Vector free_direction;
  Solutions count = Solutions::none;
  /// False when coupled contacts took part: there may be other motions, or, with none, one that was
  /// missed.
  bool checked = true;
  /// The preferred one first, which sticks where it can; behind it those that only one contact does
  /// otherwise.
  std::vector<SpatialMotion> motions;
};

SpatialModes friction_modes(const OneSidedInstant& instant,
                            const std::vector<SpatialFriction>& frictions,
                            const FrictionOptions& options = {});

struct SpatialImpactFriction {
  Index row = 0;
  double scale = 1;
  double mu = 0;
  Matrix J;  ///< 2×n, as above
  Vector moving = Vector::Zero(2);
};

struct SpatialImpact {
  Status status = Status::solved;
  std::vector<Index> contradictory;
  Solutions count = Solutions::one;
  bool checked = true;
  Vector velocity;                            ///< q̇⁺
  Vector impulse;                             ///< P by row
  Matrix friction;                            ///< 2×frictions, P_t
  std::vector<SpatialState> frictions;        ///< how each slip goes on
  double energy_change = 0, moving_work = 0;  ///< as in FrictionalImpact
};

/// By Moreau's law: `together` of impact_with_friction.hpp, with −v⁺ in the cone normal to the disc
/// |P_t| ≤ μP at P_t.
SpatialImpact collide(const Collision& collision,
                      const std::vector<SpatialImpactFriction>& frictions,
                      const FrictionOptions& options = {});

}  // namespace alembert::numeric
