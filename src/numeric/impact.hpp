#pragma once
/// Impacts without friction: the fundamental equation for velocities. Each row has an approach
/// velocity A_i q̇⁻ + φ_t,i, and
///
///     q̇⁺ = q̇⁻ + K (w − (A q̇⁻ + φ_t)) ,   M(q̇⁺ − q̇⁻) = AᵀP ,
///
/// over the rows that take part, w_i = −e_i(A_i q̇⁻ + φ_t,i) for those that strike and zero for
/// those that stay. Which rows take part, and what becomes of several at once, is a law that has to
/// be chosen: the laws below give different velocities, and none of them is mechanics alone.

#include <optional>

#include "numeric/one_sided.hpp"

namespace alembert::numeric {

struct Collision {
  Matrix M;         ///< n×n, positive definite on the null space of the rows that stay
  Vector velocity;  ///< n, q̇⁻
  Matrix A;         ///< m×n: equalities, which stay as they are, and rows that push
  Vector moving;    ///< m, φ_t: what the velocity A q̇ + φ_t of a row has from time alone
  std::vector<bool> pushes;  ///< m
  Vector restitution;        ///< m, e_i in [0, 1] of rows that push
};

enum class ImpactLaw {
  /// Newton's law in Moreau's form for all rows at once: with u = A q̇ + φ_t, 0 ≤ u_i⁺ + e_i u_i⁻ ⟂
  /// P_i ≥ 0.
  together,
  /// The row that approaches fastest, at unit length in the norm of M⁻¹, strikes alone with the
  /// equalities, and again
  /// until no row approaches.
  in_turn,
  /// Compression to e = 0, then an expansion in which each row gets back at least e_i of its
  /// impulse.
  poisson,
  /// The work that pressure gives back is e² of what it took (Stronge), for one row that strikes.
  /// Without friction it is
  /// Newton's, as `together`; with friction see impact_with_friction.hpp.
  energetic
};

/// "together", "in_turn", "poisson", "energetic"
const char* to_string(ImpactLaw law);

struct ImpactOptions {
  ImpactLaw law = ImpactLaw::together;
  OneSidedOptions rows = {};
  /// How often rows may strike in turn.
  int strikes = 10'000;
  /// A row no longer approaches, in turn, when it does by less than this part of its terms.
  double rounding = 1e-13;
};

struct Impact {
  /// As in OneSidedSolution, which names the rows that contradict each other.
  Status status = Status::solved;
  std::vector<Index> contradictory;

  Vector velocity;  ///< q̇⁺
  Vector impulse;   ///< P by row
  /// Over all P with the same AᵀP and P_i ≥ 0 for rows that push; in turn, over those that the
  /// order of strikes leaves.
  std::vector<bool> unique;
  Vector least, most;
  /// False where the law leaves q̇⁺ itself open: in turn, when two coupled rows approach equally
  /// fast; Poisson, when rows that give back different parts share a compression that is not
  /// unique.
  bool determined = true;
  int strikes = 1;       ///< how often rows struck, in turn
  bool finished = true;  ///< false when that was not enough for all rows to separate

  double energy_change = 0;  ///< T⁺ − T⁻ with T = ½q̇ᵀM q̇
  /// −Pᵀφ_t: what moving rows brought in. Without it an impact may only lose: energy_change ≤
  /// moving_work.
  double moving_work = 0;
};

Impact collide(const Collision& collision, const ImpactOptions& options = {});

/// Whether it matters how several rows that strike at once are dealt with.
struct LawComparison {
  Impact together, in_turn;
  /// Rows that push and get an impulse by one of the two laws, increasing.
  std::vector<Index> rows;
  /// |q̇⁺ together − q̇⁺ in turn| relative to the largest of |q̇⁻| and these, in the norm of M.
  double difference = 0;
  /// Both laws have an answer, the difference is below 1e-9, and q̇⁺ in turn does not depend on the
  /// order.
  bool agree = true;
};

LawComparison compare_laws(const Collision& collision, const OneSidedOptions& options = {});

}  // namespace alembert::numeric
