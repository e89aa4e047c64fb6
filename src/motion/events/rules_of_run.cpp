// What a hybrid run does where the conditions of a rule have come true.
#include "motion/events/hybrid_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanics/acting_part.hpp"

namespace alembert {

std::vector<bool> HybridSimulation::rules_that_hold() {
  const std::size_t contacts = phases_.closed.size();
  const std::size_t rules = trajectory_->equations().system.rules().size();
  std::vector<bool> holds(rules, false);
  if (rules == 0) return holds;
  if (!mode_->events) {
    mode_->simulation.enter(t_, y_);
    watch(*mode_);
  }
  const std::vector<double>& numbers = mode_->events->values(t_, y_);
  const std::vector<When>& all = trajectory_->equations().system.rules();
  for (std::size_t r = 0; r < rules; ++r)
    holds[r] = is_done(all[r]) ? held_[r] : numbers[contacts + r] < 0;
  return holds;
}

// switches alone that would change nothing: a line that is taut need not be caught again, although
// its length passes the bound to and fro by rounding
bool HybridSimulation::is_done(const When& rule) const {
  return std::ranges::all_of(rule.actions, [&](const Action& action) {
    return action.is_switch() &&
           phases_.is_off(action.index) == (action.what == Action::What::switch_off);
  });
}

void HybridSimulation::act(std::size_t which) {
  const System& system = trajectory_->equations().system;
  const When& rule = system.rules()[which];
  Dynamics& dynamics = mode_->simulation.dynamics();
  std::vector<NodeId> formulas;
  for (const Action& action : rule.actions)
    formulas.push_back(action.formula == no_node ? system.graph().zero() : action.formula);
  CompiledFormulas program = dynamics.state().compiled(in_acting_part(
      trajectory_->equations(), acting(trajectory_->equations(), phases_), formulas));
  const Instant& now = dynamics.instant(t_, q(), v());
  const std::vector<double> values =
      now.failure ? program.evaluate(dynamics.state().input_values(t_, q(), v()))
                  : program.evaluate(dynamics.state().input_values(t_, q(), v(), now));
  const double energy = solver_.state().energy(t_, q(), v());
  bool moves = false;
  for (std::size_t i = 0; i < rule.actions.size(); ++i) {
    const Action& action = rule.actions[i];
    const auto index = static_cast<numeric::Index>(action.index);
    switch (action.what) {
      case Action::What::set_position:
        y_[index] = values[i];
        moves = true;
        break;
      case Action::What::set_velocity:
        y_[n() + index] = values[i];
        moves = true;
        break;
      case Action::What::set_variable:
        variable(action.index) = values[i];
        break;
      case Action::What::switch_on:
      case Action::What::switch_off:
        next_off_[action.index] = action.what == Action::What::switch_off;
        break;
      case Action::What::stop:
        end(Fate::stopped, action.words);
        break;
      case Action::What::note:
        log_->builder().add_event(t_, action.words);
        break;
    }
  }
  if (!y_.allFinite() ||
      !std::ranges::all_of(variables_, [](double x) { return std::isfinite(x); })) {
    end(Fate::not_finite, fmt::format("a value that 'when {}' sets", rule.text));
    return;
  }
  give_variables(*mode_);
  // an action that changes the energy does work from outside
  log_->add_jump(t_, solver_.state().energy(t_, q(), v()) - energy);
  if (moves) refuse_broken_rows(which);
}

void HybridSimulation::refuse_broken_rows(std::size_t which) {
  const Equations& all = trajectory_->equations();
  StateEquations& state = solver_.state();
  const Residuals allowed = state.rounding_of_residuals(t_, q(), v());
  const Residuals now = state.residuals(t_, q(), v());
  constexpr double state_rounding = 1e4;
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    const std::size_t constraint = all.rows[r].constraint;
    // what is switched on here is looked at when all rules have acted
    if (all.rows[r].friction || phases_.is_off(constraint)) continue;
    if (!next_off_.empty() && next_off_[constraint]) continue;
    const auto i = static_cast<numeric::Index>(r);
    const bool is_contact = all.system.contact_index(all.rows[r].name).has_value();
    const bool broken = is_contact
                            ? now.position[i] < -state_rounding * allowed.position[i]
                            : std::fabs(now.position[i]) > state_rounding * allowed.position[i] ||
                                  std::fabs(now.velocity[i]) > state_rounding * allowed.velocity[i];
    if (!broken) continue;
    end(Fate::contradictory,
        fmt::format("after 'when {}': {} '{}' does not hold", all.system.rules()[which].text,
                    is_contact ? "contact" : "constraint", all.rows[r].name));
    return;
  }
}

// all that the rules of an instant switch, at once
void HybridSimulation::switch_rows() {
  const System& system = trajectory_->equations().system;
  for (std::size_t c = 0; c < next_off_.size(); ++c) {
    if (next_off_[c] == phases_.off[c]) continue;
    if (!next_off_[c]) {
      if (!comes_on(c)) return;
      continue;
    }
    const std::string& name = system.constraints()[c].name;
    if (const auto contact = system.contact_index(name)) phases_.closed[*contact] = false;
    if (const auto friction = system.friction_index(name)) {
      phases_.frictions[*friction] = FrictionPhase::open;
      sense_[*friction] = 0;
    }
  }
  phases_.off = next_off_;
  solver_.set_off(phases_.off);
}

// a row comes on where it holds; a velocity across it ends in an impact
bool HybridSimulation::comes_on(std::size_t constraint) {
  const Equations& all = trajectory_->equations();
  StateEquations& state = solver_.state();
  const Residuals rounding = state.rounding_of_residuals(t_, q(), v());
  const Residuals now = state.residuals(t_, q(), v());
  const StateValues& here = state.evaluate(t_, q(), v());
  const Vector q_reach = reach_.head(n()), v_reach = reach_.tail(n());
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    if (all.rows[r].constraint != constraint || all.rows[r].friction) continue;
    const auto i = static_cast<numeric::Index>(r);
    const bool is_contact = all.system.contact_index(all.rows[r].name).has_value();
    constexpr double tolerances = 10, roundings = 64;
    const double miss = all.rows[r].level == Level::position ? now.position[i] : 0;
    const double allowed = tolerances * settings_.tolerance * here.row_size(i, q_reach) +
                           roundings * rounding.position[i];
    if (is_contact ? miss < -allowed : std::fabs(miss) > allowed) {
      end(Fate::contradictory,
          fmt::format("{} '{}' is switched on where left - right = {:.6g}",
                      is_contact ? "contact" : "constraint", all.rows[r].name, miss));
      return false;
    }
    const double noise = rounding.velocity[i] + roundings * std::numeric_limits<double>::epsilon() *
                                                    here.row_size(i, v_reach);
    if (!is_contact && std::fabs(now.velocity[i]) > noise) joining_.push_back(r);
  }
  return true;
}

void HybridSimulation::tell_switched() {
  const System& system = trajectory_->equations().system;
  for (std::size_t c = 0; c < phases_.off.size(); ++c)
    if (const std::string& name = system.constraints()[c].name;
        !system.contact_index(name) && !system.friction_index(name))
      tell(Tally::phase, name, phases_.off[c] ? 0 : 1, false);
}

}  // namespace alembert
