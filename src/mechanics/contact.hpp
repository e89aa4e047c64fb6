#pragma once
/// What comes and goes in a motion: contacts, which can only push, variables that change at
/// instants alone, and what happens where conditions come true.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "symbol/expr.hpp"

namespace alembert {

/// A constraint of one row that can only push: left ≥ right, with λ ≥ 0 where the sides are equal
/// and λ = 0 elsewhere.
struct Contact {
  std::size_t constraint;  ///< index into System::constraints()
  NodeId restitution =
      no_node;  ///< e, of parameters, q, q̇ and t before the impact; 0 where nothing is said
};

/// What there is to say of dry friction.
struct FrictionTerms {
  Expr sliding;  ///< μ, or where no row carries the force F itself; not negative
  std::optional<Expr> sticking = {};  ///< μ_s or F_s; the same where nothing is said
  std::optional<Expr> slip =
      {};  ///< u, linear in the velocities; needed where it does not follow from the gap
  std::optional<Expr> normal =
      {};  ///< N, a formula of multipliers, where the row's own is no force
};

/// What a run keeps of a contact from its start on; it changes at events alone.
enum class Tally {
  count,    ///< of its impacts
  impulse,  ///< of all of them together, in units of ∫λ dt
  lost,     ///< energy, in impacts that it took part in
  last,     ///< time of its last impact; the start of the run before there was one
  phase,    ///< 0 where it is open, 1 where it rests, 2 where it sticks, 3 where it slips
};
std::string_view name_of(Tally tally);

/// A condition and the words in which the model states it.
struct Condition {
  NodeId formula;  ///< 1 where it holds, 0 elsewhere
  std::string text;
};

/// What is done at an instant. Its formula uses the values before it.
struct Action {
  enum class What { set_position, set_velocity, set_variable, switch_on, switch_off, stop, note };
  What what;
  /// Of the coordinate, of the parameter that is a variable, or of the constraint that is switched.
  std::size_t index = 0;
  NodeId formula = no_node;  ///< its new value; none for what sets nothing
  std::string words = {};    ///< of stop and note

  bool is_switch() const { return what == What::switch_on || what == What::switch_off; }
};

/// Actions that happen once, at the instant at which the last of the conditions comes true. What is
/// true already at the start has come true before it.
struct When {
  std::vector<Condition> conditions;
  std::vector<Action> actions;
  std::string text;  ///< of the conditions, as the model states them
};

}  // namespace alembert
