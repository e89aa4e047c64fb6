#pragma once
/// The accelerations that friction decides on, with the rows that hold eliminated: each row at unit
/// length in the norm of M⁻¹.
///
///     q̈ = q̈₀ + V y ,  VᵀMV = I ,  y = Gᵀz ,  A q̈ − b = G y − h  (contacts, then frictions) ,  λ of
///     rows that hold = r₀ + R z

#include "numeric/friction_modes.hpp"
#include "numeric/kept_rows.hpp"

namespace alembert::numeric {

/// What presses a friction.
enum class Press { nothing, pushing, holding };

inline bool slips(FrictionState state) {
  return state == FrictionState::forward || state == FrictionState::backward;
}

struct FrictionProblem {
  Kept kept;
  KktSolution start;  ///< q̈₀ and λ without contacts and frictions
  Matrix columns;     ///< n×(contacts + frictions): forces of unit length
  Vector lengths;     ///< of these as they were given
  Matrix G;
  Vector h, terms;   ///< and the sizes of what is summed in h
  double whole = 0;  ///< what the whole system does, in the units of h and z
  Matrix R;
  Vector r0, held_lengths;

  std::vector<Press> press;  ///< by friction …
  Rows pressing;             ///< … and by which of the rows that push, or hold
  Rows partners;             ///< by friction, the other component of its slip, or itself
  Vector mu, mu_static, limit, limit_static;  ///< for forces at unit length

  Index contacts() const { return static_cast<Index>(kept.pushing.size()); }
  Index frictions() const { return static_cast<Index>(press.size()); }
};

/// `partners` as there; both components of a slip get one length. Empty for slips along lines.
FrictionProblem friction_problem(Kept kept, const OneSidedInstant& instant,
                                 const std::vector<PlanarFriction>& frictions,
                                 const FrictionOptions& options, const Rows& partners = {});

/// Contacts, frictions and rows that hold and press: all that acts on each other.
struct FrictionGroup {
  Rows contacts, frictions, held;
};

std::vector<FrictionGroup> coupled_groups(const FrictionProblem& problem, double rounding);

}  // namespace alembert::numeric
