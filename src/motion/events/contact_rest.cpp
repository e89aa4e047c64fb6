// Which contacts carry at an instant, and what frictions do.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/events/contact_solver.hpp"

namespace alembert {

using numeric::FrictionState;
using numeric::Index;
using numeric::RowState;
using numeric::Slip;

namespace {

FrictionState state_of(FrictionPhase phase, int sense) {
  if (phase == FrictionPhase::sticks) return FrictionState::sticks;
  if (phase == FrictionPhase::open || sense == 0) return FrictionState::none;
  return sense > 0 ? FrictionState::forward : FrictionState::backward;
}

FrictionStates all_open(FrictionStates states) {
  states.phases.assign(states.phases.size(), FrictionPhase::open);
  states.sense.assign(states.sense.size(), 0);
  return states;
}

Slip towards(FrictionState state) {
  return state == FrictionState::forward    ? Slip::forward
         : state == FrictionState::backward ? Slip::backward
                                            : Slip::rest;
}

}  // namespace

std::vector<double> ContactSolver::slips(double t, const Vector& q, const Vector& v) {
  const Residuals& now = state_.residuals(t, q, v);
  std::vector<double> slips;
  for (const FrictionRows& friction : frictions_)
    slips.push_back(now.velocity[static_cast<Index>(friction.sticking)]);
  return slips;
}

std::vector<double> ContactSolver::noise_of_slips(double t, const Vector& q, const Vector& v) {
  if (frictions_.empty()) return {};
  const std::vector<double> noise = noise_of_velocities(t, q, v);
  std::vector<double> of_slips;
  for (const FrictionRows& friction : frictions_) of_slips.push_back(noise[friction.sticking]);
  return of_slips;
}

// those that a closed contact carries, and those that need none
std::vector<std::size_t> ContactSolver::acting_frictions(const ContactSet& contacts) const {
  std::vector<std::size_t> which;
  for (std::size_t f = 0; f < frictions_.size(); ++f)
    if ((!frictions_[f].contact || contacts[*frictions_[f].contact]) &&
        !is_off(equations().system.frictions()[f].constraint))
      which.push_back(f);
  return which;
}

std::vector<numeric::PlanarFriction> ContactSolver::frictions_at(
    const StateValues& here, const std::vector<Index>& rows, const std::vector<std::size_t>& which,
    const FrictionStates& states) {
  const std::vector<double>& forces =
      friction_forces_.evaluate(state_.input_values(here.t(), here.q(), here.v()));
  std::vector<numeric::PlanarFriction> result;
  for (const std::size_t f : which) {
    const double* const force = &forces[4 * f];
    numeric::PlanarFriction friction;
    friction.limit = std::max(force[0], 0.0);
    friction.limit_static = std::max(force[2], friction.limit);
    if (const auto pressing = frictions_[f].pressing) {
      const auto row = std::ranges::find(rows, static_cast<Index>(*pressing));
      if (row != rows.end()) {
        friction.row = row - rows.begin();
        friction.mu = std::fabs(force[1]);
        friction.mu_static = std::max(std::fabs(force[3]), friction.mu);
      }
    }
    const auto r = static_cast<Index>(frictions_[f].sticking);
    friction.J = here.A().row(r).transpose();
    friction.b = here.b()[r];
    if (!states.phases.empty()) friction.before = state_of(states.phases[f], states.sense[f]);
    friction.slip = towards(friction.before);
    result.push_back(std::move(friction));
  }
  return result;
}

ContactSolver::Rest ContactSolver::settle(double t, const Vector& q, const Vector& v,
                                          const ContactSet& touching, const FrictionStates& before,
                                          const FrictionNews& news, double later) {
  // those that separate are open
  const std::vector<double> noise = noise_of_rates(t, q, v), rate = rates(t, q, v);
  ContactSet candidates = touching;
  for (std::size_t c = 0; c < rows_.size(); ++c)
    candidates[c] = candidates[c] && rate[c] <= noise[c];
  if (std::ranges::find(candidates, true) == candidates.end() &&
      acting_frictions(candidates).empty())
    return {std::nullopt, candidates, all_open(before), {}};
  if (!frictions_.empty()) return settle_with_friction(t, q, v, candidates, before, news, later);
  const std::vector<Index> rows = acting_rows(candidates);
  const auto solve_at = [&](double at, const Vector& q_at, const Vector& v_at) {
    return numeric::solve(one_sided(state_.evaluate(at, q_at, v_at), rows));
  };
  const numeric::OneSidedSolution now = solve_at(t, q, v);
  Rest result{std::nullopt, ContactSet(rows_.size(), false), {}, {}};
  if (now.status != numeric::Status::solved) {
    // what the equations alone have to say is said by those who solve them
    if (now.status == numeric::Status::inconsistent)
      result.failure = Failure{Fate::contradictory, names(rows, now.contradictory)};
    else
      for (std::size_t c = 0; c < rows_.size(); ++c) result.rests[c] = candidates[c];
    return result;
  }
  std::vector<RowState> states = now.rows;
  if (std::ranges::find(states, RowState::touches) != states.end()) {
    const Vector &a = now.acceleration, q_later = q + later * v + 0.5 * later * later * a,
                 v_later = v + later * a;
    const numeric::OneSidedSolution then = solve_at(t + later, q_later, v_later);
    if (then.status == numeric::Status::solved)
      for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i] == RowState::touches) states[i] = then.rows[i];
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const auto contact = contact_of_row_[static_cast<std::size_t>(rows[i])])
      result.rests[*contact] = states[i] != RowState::open;
  return result;
}

ContactSolver::Rest ContactSolver::settle_with_friction(double t, const Vector& q, const Vector& v,
                                                        const ContactSet& candidates,
                                                        const FrictionStates& before,
                                                        const FrictionNews& news, double later) {
  Rest result{std::nullopt, ContactSet(rows_.size(), false), before, {}};
  const std::vector<Index> rows = acting_rows(candidates);
  const std::vector<std::size_t> which = acting_frictions(candidates);
  const std::vector<double> slip = slips(t, q, v), noise = noise_of_slips(t, q, v);
  const StateValues& here = state_.evaluate(t, q, v);
  const numeric::OneSidedInstant instant = one_sided(here, rows);
  std::vector<numeric::PlanarFriction> frictions = frictions_at(here, rows, which, before);
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::size_t f = which[i];
    const bool rests = news.stopped[f] || std::fabs(slip[f]) <= noise[f];
    frictions[i].slip = rests ? Slip::rest : slip[f] > 0 ? Slip::forward : Slip::backward;
    frictions[i].may_stick = !news.released[f];
  }
  const numeric::FrictionModes now = numeric::friction_modes(instant, frictions);
  result.checked = now.checked;
  const auto turned = std::ranges::find_if(which, [&](std::size_t f) {
    return news.turned[f] && !frictions_[f].has_side && !frictions_[f].contact;
  });
  if (turned != which.end()) {
    result.failure = negative_friction(*turned);
    return result;
  }
  if (now.status != numeric::Status::solved) {
    if (now.status == numeric::Status::inconsistent) {
      result.failure = Failure{Fate::contradictory, names(rows, now.contradictory)};
      return result;
    }
    // what the equations alone have to say is said by those who solve them
    result.rests = candidates;
    for (std::size_t i = 0; i < which.size(); ++i)
      result.frictions.phases[which[i]] = FrictionPhase::slips;
    return result;
  }
  // only what can leave is lifted, as a constraint cannot
  const auto opens = [](const numeric::FrictionMotion& one) {
    return std::ranges::count(one.rows, RowState::open);
  };
  const auto [fewest, most] = std::ranges::minmax_element(now.motions, {}, opens);
  const bool lifts = now.count == numeric::Solutions::several &&
                     settings_.painleve == Painleve::lift && opens(*fewest) < opens(*most);
  if (now.count != numeric::Solutions::one && !lifts) {
    result.failure = jam_of(now, rows);
    if (result.failure) return result;
    const bool is_struck = now.count == numeric::Solutions::none
                               ? settings_.painleve.value_or(Painleve::impact) == Painleve::impact
                               : settings_.painleve == Painleve::impact;
    if (is_struck) result.jammed = jammed_contact(now, rows);
    if (result.jammed) return result;
    const bool none = now.count == numeric::Solutions::none;
    std::string text = names(rows, now.doubtful_rows);
    for (const Index i : now.doubtful_frictions) {
      const Friction& friction = equations().system.frictions()[which[static_cast<std::size_t>(i)]];
      const std::string name =
          fmt::format("'{}'", equations().system.constraints()[friction.constraint].name);
      // a contact and its friction have one name
      if (text.find(name) == std::string::npos) text += (text.empty() ? "" : ", ") + name;
    }
    result.failure =
        Failure{none ? Fate::friction_has_no_solution : Fate::friction_has_several_solutions,
                now.checked ? fmt::format("{} (Painleve's paradox)", text)
                            : fmt::format("{}; not all that they could do was tried", text)};
    return result;
  }
  const numeric::FrictionMotion& motion = lifts ? *most : now.motions.front();
  // a force that is negative from the start on
  for (std::size_t i = 0; i < which.size(); ++i)
    if (is_negative(which[i], here, motion, frictions[i])) {
      result.failure = negative_friction(which[i]);
      return result;
    }
  std::vector<RowState> row_states = motion.rows;
  std::vector<FrictionState> states = motion.frictions;
  bool at_limit = news.let_go;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const auto f = static_cast<Index>(i);
    constexpr double rounding = 1e-12;
    const double left = motion.bound[f] - std::fabs(motion.friction[f]);
    at_limit = at_limit || (states[i] == FrictionState::sticks && motion.unique_friction[i] &&
                            left <= rounding * motion.bound[f] && motion.bound[f] > 0);
  }
  const bool is_open_yet =
      at_limit || std::ranges::find(row_states, RowState::touches) != row_states.end();
  if (is_open_yet) {
    const Vector& a = motion.acceleration;
    const Vector q_later = q + later * v + 0.5 * later * later * a, v_later = v + later * a;
    FrictionStates meanwhile = before;
    for (std::size_t i = 0; i < which.size(); ++i) {
      meanwhile.phases[which[i]] = states[i] == FrictionState::sticks ? FrictionPhase::sticks
                                   : states[i] == FrictionState::none ? FrictionPhase::open
                                                                      : FrictionPhase::slips;
      meanwhile.sense[which[i]] = states[i] == FrictionState::forward    ? 1
                                  : states[i] == FrictionState::backward ? -1
                                                                         : 0;
    }
    const StateValues& there = state_.evaluate(t + later, q_later, v_later);
    const numeric::FrictionModes then = numeric::friction_modes(
        one_sided(there, rows), frictions_at(there, rows, which, meanwhile));
    if (then.status == numeric::Status::solved && then.count == numeric::Solutions::one) {
      for (std::size_t i = 0; i < row_states.size(); ++i)
        if (row_states[i] == RowState::touches || at_limit)
          row_states[i] = then.motions.front().rows[i];
      if (at_limit) states = then.motions.front().frictions;
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const auto contact = contact_of_row_[static_cast<std::size_t>(rows[i])])
      result.rests[*contact] = row_states[i] != RowState::open;
  result.frictions = all_open(before);
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::size_t f = which[i];
    if (frictions_[f].contact && !result.rests[*frictions_[f].contact]) continue;
    result.frictions.phases[f] =
        states[i] == FrictionState::sticks ? FrictionPhase::sticks : FrictionPhase::slips;
    result.frictions.sense[f] = states[i] == FrictionState::forward    ? 1
                                : states[i] == FrictionState::backward ? -1
                                                                       : 0;
    if (news.turned[f]) result.frictions.side[f] = -before.side[f];
    if (frictions[i].row == numeric::no_row || news.turned[f]) continue;
    // the side from which N ≥ 0: as written, N may fall with the multiplier
    const double pressing = motion.lambda[frictions[i].row] * slope_of_normal(f, before, t, q, v);
    if (pressing != 0) result.frictions.side[f] = pressing > 0 ? 1 : -1;
  }
  return result;
}

// ∂N/∂λ with the side taken as 1, but for a positive factor; 0 where nothing rubs
double ContactSolver::slope_of_normal(std::size_t friction, const FrictionStates& now, double t,
                                      const Vector& q, const Vector& v) {
  const double* const force =
      &friction_forces_.evaluate(state_.input_values(t, q, v))[4 * friction];
  const double slope = force[1] != 0 ? force[1] : force[3];
  return slope * now.side[friction];
}

bool ContactSolver::is_negative(std::size_t friction, const StateValues& here,
                                const numeric::FrictionMotion& motion,
                                const numeric::PlanarFriction& rows) {
  if (frictions_[friction].has_side || frictions_[friction].contact) return false;
  const double* const force =
      &friction_forces_.evaluate(state_.input_values(here.t(), here.q(), here.v()))[4 * friction];
  constexpr double rounding = 1e-12;
  const double pressed = rows.row == numeric::no_row ? 0 : force[1] * motion.lambda[rows.row];
  const double size = std::max(std::fabs(force[0]), std::fabs(pressed));
  return std::min(force[0], pressed) < -rounding * size;
}

Failure ContactSolver::negative_friction(std::size_t friction) const {
  const System& system = equations().system;
  return {Fate::negative_friction,
          fmt::format("the limit of '{}'; {}",
                      system.constraints()[system.frictions()[friction].constraint].name,
                      hint_for(Fate::negative_friction))};
}

std::optional<Failure> ContactSolver::jam(double t, const Vector& q, const Vector& v,
                                          const ContactSet& rests, const FrictionStates& states) {
  if (frictions_.empty()) return std::nullopt;
  const StateValues& here = state_.evaluate(t, q, v);
  const std::vector<Index> rows = acting_rows(rests);
  return jam_of(numeric::friction_modes(one_sided(here, rows),
                                        frictions_at(here, rows, acting_frictions(rests), states)),
                rows);
}

std::optional<Failure> ContactSolver::jam_of(const numeric::FrictionModes& modes,
                                             const std::vector<Index>& rows) const {
  constexpr double vanishes = 1e-6;
  for (const numeric::ContactLoop& loop : modes.loops)
    if (std::fabs(loop.relative_p) < vanishes)
      return Failure{Fate::dynamic_jam,
                     fmt::format("{}: its pressure has no bound; {}", names(rows, {loop.row}),
                                 hint_for(Fate::dynamic_jam))};
  return std::nullopt;
}

// which p < 0 of its loop leaves without a force, or with several
std::optional<std::size_t> ContactSolver::jammed_contact(const numeric::FrictionModes& modes,
                                                         const std::vector<Index>& rows) const {
  std::optional<std::size_t> found;
  for (const numeric::ContactLoop& loop : modes.loops) {
    if (!(loop.p < 0) ||
        std::ranges::find(modes.doubtful_rows, loop.row) == modes.doubtful_rows.end())
      continue;
    if (found) return std::nullopt;
    found = contact_of_row_[static_cast<std::size_t>(rows[static_cast<std::size_t>(loop.row)])];
  }
  return found;
}

double ContactSolver::carrying_margin(double t, const Vector& q, const Vector& v,
                                      const ContactSet& rests, const FrictionStates& states) {
  const StateValues& here = state_.evaluate(t, q, v);
  const std::vector<Index> rows = acting_rows(rests);
  const numeric::OneSidedInstant instant = one_sided(here, rows);
  if (frictions_.empty()) return numeric::carrying_margin(instant);
  const std::vector<std::size_t> which = acting_frictions(rests);
  std::vector<RowState> row_states;
  for (const bool pushes : instant.pushes)
    row_states.push_back(pushes ? RowState::carries : RowState::equality);
  std::vector<FrictionState> friction_states;
  for (const std::size_t f : which)
    friction_states.push_back(state_of(states.phases[f], states.sense[f]));
  return numeric::friction_margin(instant, frictions_at(here, rows, which, states), row_states,
                                  friction_states);
}

}  // namespace alembert
