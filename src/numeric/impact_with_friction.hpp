#pragma once
/// Impacts with Coulomb's friction along lines: M(q̇⁺ − q̇⁻) = AᵀP + JᵀP_t with |P_t| ≤ μ P, for the
/// laws of impact.hpp and one more (Eqs. 86 to 90 of docs/theory.md).
///
/// With u = A q̇ + φ_t and v = J q̇ + … the velocity of the slip:
///
///     together    0 ≤ u⁺ + e u⁻ ⟂ P ≥ 0 ,  P_t = −μP sign v⁺, or |P_t| ≤ μP where v⁺ = 0  (Moreau)
///     in_turn     the same for one row after the other
///     poisson     the same with e = 0; then again with at least e P, which friction feels too
///     (Glocker and Pfeiffer) energetic   P grows, and friction follows the slip on the way
///     (Routh); it ends where the pressure has given back e² of the
///                 work that it took (Stronge). For one row that strikes.
///
/// They agree where the slip neither ends nor turns and rows are not coupled; elsewhere each gives
/// another q̇⁺.

#include "numeric/friction_modes.hpp"
#include "numeric/impact.hpp"

namespace alembert::numeric {

struct ImpactFriction {
  Index row = 0;     ///< of the collision
  double scale = 1;  ///< the normal impulse is scale |P_row|
  double mu = 0;
  Vector J;           ///< n
  double moving = 0;  ///< what the slip J q̇ + moving has from time alone
};

struct FrictionalImpactOptions {
  ImpactLaw law = ImpactLaw::together;
  FrictionOptions modes = {};
  /// As in ImpactOptions.
  int strikes = 10'000;
  double rounding = 1e-13;
  /// A row that strikes although it does not approach: impact without collision, where Painlevé's
  /// paradox leaves no acceleration.
  Index jammed = no_row;
};

struct FrictionalImpact {
  Status status = Status::solved;
  std::vector<Index> contradictory;
  /// False where the law does not say what happens: energetic, if more than one row strikes or
  /// friction acts elsewhere too.
  bool applicable = true;
  /// Of q̇⁺ by this law; of several the one with the least change of velocity is shown. With none
  /// there is nothing below.
  Solutions count = Solutions::one;
  bool checked = true;  ///< as in FrictionModes

  Vector velocity;  ///< q̇⁺
  Vector impulse;   ///< P by row
  Vector friction;  ///< P_t by friction
  /// Whether P_i and P_t,j are one number each for this q̇⁺.
  std::vector<bool> unique, unique_friction;
  std::vector<FrictionState> frictions;  ///< how each slip goes on
  /// Where there are several: the other q̇⁺ of the last part of the impact.
  std::vector<Vector> others;
  /// False where the order of rows that approach equally fast decides, in turn.
  bool determined = true;
  int strikes = 1;
  bool finished = true;

  double energy_change = 0;  ///< T⁺ − T⁻
  double moving_work = 0;  ///< what moving rows and slips brought in; energy_change ≤ moving_work
                           ///< unless energy is gained
};

FrictionalImpact collide(const Collision& collision, const std::vector<ImpactFriction>& frictions,
                         const FrictionalImpactOptions& options = {});

/// Whether the choice of a law matters.
struct FrictionalComparison {
  std::vector<ImpactLaw> laws;            ///< that say what happens
  std::vector<FrictionalImpact> impacts;  ///< by these
  std::vector<Index> rows;  ///< that push and get an impulse by one of them, increasing
  double difference = 0;    ///< as in LawComparison, the largest of two laws
  bool agree = true;        ///< each has one q̇⁺, and the difference is below 1e-9
};

FrictionalComparison compare_laws(const Collision& collision,
                                  const std::vector<ImpactFriction>& frictions,
                                  const FrictionalImpactOptions& options = {});

}  // namespace alembert::numeric
