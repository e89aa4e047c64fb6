#pragma once
/// Coulomb's friction along lines, at one instant: which contacts open, which stick, and which
/// slip, and how often that can be answered.
///
///     M q̈ = Q + Aᵀλ + Jᵀτ ,   0 ≤ λ_i ⟂ A_i q̈ − b_i ≥ 0 for rows that push, A_i q̈ = b_i for those
///     that hold |τ_j| ≤ B_j ,  J_j q̈ = b_j          while friction j sticks τ_j = −s_j B_j ,
///     s_j(J_j q̈ − b_j) ≥ 0 if it slips from rest towards s_j, with no such condition if it slips
///     already B_j = F_j + μ_j N_j ,   N_j = scale_j |λ_j|
///
/// N is the true pressure, which friction itself changes: Eqs. 26 to 28 and 77 to 81 of
/// docs/theory.md, for rows that hold as for rows that push. Unlike the problem without friction
/// (one_sided.hpp) this one is not convex. There may be no solution or several, so all modes of a
/// few coupled contacts are tried. Units, the length of rows and their order decide nothing.
///
/// An impact by Moreau's law is the same problem for velocities (impact_with_friction.hpp).

#include <optional>

#include "numeric/one_sided.hpp"

namespace alembert::numeric {

/// The velocity of the slip now. `rest` is the caller's decision, who has located that instant.
enum class Slip { rest, forward, backward };

enum class FrictionState {
  none,     ///< its contact is open; before an instant: was open, or is not known
  sticks,   ///< J_j q̈ = b_j
  forward,  ///< slips, or begins to, with J q̇ > 0
  backward  ///< … with J q̇ < 0
};

/// The row of a friction that no row presses.
constexpr Index no_row = -1;

struct PlanarFriction {
  Index row = no_row;       ///< whose multiplier presses
  double scale = 1;         ///< N = scale |λ_row|
  double mu = 0;            ///< while it slips
  double mu_static = 0;     ///< while it sticks; not less than mu
  double limit = 0;         ///< F, conjugate to the slip, while it slips
  double limit_static = 0;  ///< F while it sticks; not less than limit
  Vector J;                 ///< n, the row of the slip velocity J q̇ + …
  double b = 0;             ///< J q̈ = b keeps that velocity
  Slip slip = Slip::rest;
  /// Its state until now, which is kept where it can be (the hysteresis of μ_s > μ).
  FrictionState before = FrictionState::none;
  /// False for a friction that has been located at its limit, and has to let go although it could
  /// hold to rounding.
  bool may_stick = true;
};

struct FrictionOptions {
  OneSidedOptions rows = {};
  /// The sizes of the terms of which the b of the frictions are sums, where they are known; |b|
  /// otherwise.
  Vector friction_terms = {};
  /// A group of coupled contacts with more modes than this, those of six that may open, stick and
  /// slip either way, is not searched: one solution is looked for by pivoting.
  int most_modes = 4096;
};

/// One answer.
struct FrictionMotion {
  Vector acceleration;  ///< q̈
  Vector lambda;    ///< λ by row, true: with friction's share. Of several the least as in Solution
  Vector excess;    ///< A q̈ − b by row
  Vector friction;  ///< τ by friction: its generalised force is τ_j J_jᵀ
  Vector normal;    ///< N by friction, not negative; zero without a row
  Vector bound;     ///< B by friction, for the state that it takes
  Vector slip_acceleration;  ///< J_j q̈ − b_j by friction
  std::vector<RowState> rows;
  std::vector<FrictionState> frictions;
  /// Whether λ_i and τ_j are one number each for this q̈.
  std::vector<bool> unique, unique_friction;
  /// The ends of λ_i of rows that push, by row, over all forces of these states with this q̈; most
  /// may be infinite.
  Vector least, most;
  /// How far these states are from the first that has to end: the largest s for which some forces
  /// with this q̈ have λ_i|A_i| ≥ s and (B_j − |τ_j|)|J_j| ≥ s wherever that is asked (Eq. 83),
  /// norms in that of M⁻¹. Infinite where nothing is asked.
  double margin = 0;
  /// How many frictions at rest leave their state, or slip where they might have stuck.
  int changes = 0;
};

enum class Solutions { none, one, several };

/// For a row that pushes and slips, a_n = A_i q̈ − b_i = p λ_i + b with its own friction (Eq. 85,
/// where −e is b), while no other row of its group that pushes does, and no friction of others at
/// rest acts. p < 0 is Painlevé's paradox: with b < 0 there is no acceleration, with b > 0 there
/// are several; where both vanish together contact jams.
struct ContactLoop {
  Index row = 0;
  double p = 0, b = 0;
  /// p and b relative to what they would be without cancellation, for decisions about their sign
  double relative_p = 0, relative_b = 0;
  bool alone = true;  ///< nothing else belongs to its group, so that these two decide
};

struct FrictionModes {
  /// solved; inconsistent rows that hold; undetermined; asymmetric; not_finite, as in
  /// OneSidedSolution. Only solved has the rest.
  Status status = Status::solved;
  std::vector<Index> contradictory;
  Vector free_direction;

  Solutions count = Solutions::none;
  /// False when a group was too large to try all its modes: there may be more solutions, or, with
  /// none, one that was missed.
  bool checked = true;
  /// The preferred one first: fewest `changes`, then fewest open rows. Several count as such if
  /// they have equally few changes and different q̈. Behind it, group by group, what else that group
  /// could do while the others do what is preferred.
  std::vector<FrictionMotion> motions;
  /// Of `motions`, how many have as few changes as the first: it and its equals come first.
  Index equals = 0;
  /// Rows that push, and frictions, of groups with no solution or several; increasing.
  std::vector<Index> doubtful_rows, doubtful_frictions;
  /// Of rows that push and press one sliding friction.
  std::vector<ContactLoop> loops;
};

FrictionModes friction_modes(const OneSidedInstant& instant,
                             const std::vector<PlanarFriction>& frictions,
                             const FrictionOptions& options = {});

/// `margin` while rows and frictions are in these states, whether that is a motion or not: it falls
/// through zero where no forces are left. Slips go on in their direction; what is open needs no
/// force.
double friction_margin(const OneSidedInstant& instant, const std::vector<PlanarFriction>& frictions,
                       const std::vector<RowState>& rows, const std::vector<FrictionState>& states,
                       const FrictionOptions& options = {});

/// The motion while rows and frictions are in these states, with forces within their bounds;
/// nothing where there are none. Slips go on in their direction.
std::optional<FrictionMotion> motion_in(const OneSidedInstant& instant,
                                        const std::vector<PlanarFriction>& frictions,
                                        const std::vector<RowState>& rows,
                                        const std::vector<FrictionState>& states,
                                        const FrictionOptions& options = {});

}  // namespace alembert::numeric
