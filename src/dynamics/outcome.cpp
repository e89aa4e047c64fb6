#include "dynamics/outcome.hpp"

#include <fmt/format.h>

namespace alembert {

std::string_view name_of(Fate fate) {
  switch (fate) {
    case Fate::reached_the_end:
      return "reached the end";
    case Fate::stopped:
      return "stopped";
    case Fate::interrupted:
      return "interrupted";
    case Fate::step_too_small:
      return "step too small";
    case Fate::not_finite:
      return "not a finite number";
    case Fate::contradictory:
      return "contradictory constraints";
    case Fate::undetermined:
      return "acceleration not determined";
    case Fate::branch_not_determined:
      return "branch not determined";
    case Fate::friction_has_no_solution:
      return "friction has no solution";
    case Fate::friction_has_several_solutions:
      return "friction has several solutions";
    case Fate::not_converging:
      return "not converging";
    case Fate::chatters:
      return "sticks or chatters";
    case Fate::no_progress:
      return "no progress";
    case Fate::limit_reached:
      return "limit reached";
    case Fate::several_impacts:
      return "several impacts at once";
    case Fate::impact_adds_energy:
      return "impact adds energy";
    case Fate::events_do_not_end:
      return "events do not end";
    case Fate::contact_passed:
      return "contact passed through";
    case Fate::dynamic_jam:
      return "dynamic jam";
    case Fate::negative_friction:
      return "negative friction";
  }
  return {};
}

std::string_view hint_for(Fate fate) {
  switch (fate) {
    case Fate::contradictory:
      return "rows from measurements may contradict each other with 'inconsistent least_squares'";
    case Fate::undetermined:
      return "give it inertia in the kinetic energy, or a constraint";
    case Fate::not_finite:
      return "start where every formula is defined";
    case Fate::friction_has_no_solution:
    case Fate::friction_has_several_solutions:
      return "a rigid body with this much friction jams or jumps; use less friction or lambda(...)";
    case Fate::chatters:
      return "dry friction that may stick is written with 'friction'; a smooth law such as "
             "tanh(v/eps) in place of sign(v) creeps instead";
    case Fate::no_progress:
      return "end the run earlier, or use method stiff or a looser tolerance";
    case Fate::limit_reached:
      return "try method stiff, or allow more";
    case Fate::several_impacts:
      return "write 'impacts together' or 'impacts in_turn' below 'run'";
    case Fate::impact_adds_energy:
      return "one coefficient of restitution for all contacts that strike together adds none";
    case Fate::events_do_not_end:
      return "an action that makes its own condition come true again has no end";
    case Fate::dynamic_jam:
      return "no acceleration and no impact goes on from there; a rigid body with less friction "
             "does "
             "not come to it";
    case Fate::negative_friction:
      return "friction opposes slip: end the run before with 'stop when', or give a magnitude; "
             "friction of a constraint, with a coefficient, takes that of its force by itself";
    default:
      return {};
  }
}

std::string Outcome::words() const {
  if (fate == Fate::reached_the_end) return std::string(name_of(fate));
  if (fate == Fate::stopped) return fmt::format("stopped: {}", detail);
  return detail.empty() ? fmt::format("{} at t = {:.6g}", name_of(fate), t)
                        : fmt::format("{} at t = {:.6g}: {}", name_of(fate), t, detail);
}

}  // namespace alembert
