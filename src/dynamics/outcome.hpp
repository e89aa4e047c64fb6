#pragma once
/// How a run ended: always said, never a NaN and never a silent stop.

#include <string>
#include <string_view>

namespace alembert {

/// The fates a run can have; their words are listed in docs/language.md.
enum class Fate {
  reached_the_end,
  stopped,                ///< a `stop when` condition came true
  interrupted,            ///< by the person or program that started it
  step_too_small,         ///< the tolerance asks for steps below the resolution of time
  not_finite,             ///< a formula of the model is not a number there
  contradictory,          ///< no acceleration satisfies all rows
  undetermined,           ///< some direction has neither inertia nor constraint
  branch_not_determined,  ///< the constraints lose rank and the data do not say how it goes on
  friction_has_no_solution,
  friction_has_several_solutions,
  not_converging,      ///< an implicit step or a projection finds no solution
  chatters,            ///< something in the equations switches to and fro, as friction does at rest
  no_progress,         ///< the steps are too short to reach the end
  limit_reached,       ///< the caller allows no more steps, or no more time
  several_impacts,     ///< contacts strike at once, and what follows depends on the law
  impact_adds_energy,  ///< by the law that was asked for
  events_do_not_end,   ///< one leads to the next at the same instant
  contact_passed,      ///< a contact is open on its wrong side
  dynamic_jam,         ///< the pressure of a contact that slips grows beyond all bounds
  negative_friction,   ///< a force of friction that the model gives would drive
};
std::string_view name_of(Fate fate);
/// What to do about it, where a model can help; empty where it cannot.
std::string_view hint_for(Fate fate);

struct Outcome {
  Fate fate = Fate::reached_the_end;
  double t = 0;
  std::string detail;  ///< which condition, which rows, how large

  bool complete() const { return fate == Fate::reached_the_end || fate == Fate::stopped; }
  /// "reached the end", "stopped: x < 0", "contradictory constraints at t = 1.25: rod1, rod2 ..."
  std::string words() const;
};

}  // namespace alembert
