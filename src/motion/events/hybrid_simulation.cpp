#include "motion/events/hybrid_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/completed_mass.hpp"
#include "integrate/step_size.hpp"
#include "mechanics/acting_part.hpp"
#include "mechanics/start_error.hpp"
#include "motion/conditions/margin.hpp"

namespace alembert {

namespace {

constexpr int most_events_at_once = 100;

// what events change must reach compiled code, where the equations of motion contain it
RunSettings with_free_variables(const Equations& equations, RunSettings settings) {
  const std::vector<NodeId> used = reachable(equations.graph(), equations.run_formulas());
  const std::vector<Parameter>& parameters = equations.system.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (parameters[p].is_variable() && std::ranges::binary_search(used, parameters[p].symbol))
      settings.free_parameters.push_back(p);
  std::ranges::sort(settings.free_parameters);
  const auto repeated = std::ranges::unique(settings.free_parameters);
  settings.free_parameters.erase(repeated.begin(), repeated.end());
  return settings;
}

}  // namespace

HybridSimulation::HybridSimulation(const Equations& equations, const RunSettings& settings,
                                   std::shared_ptr<SharedCode> code)
    : settings_(with_free_variables(equations, settings)),
      code_(std::move(code)),
      trajectory_(std::make_shared<HybridTrajectory>(equations, settings_)),
      solver_(trajectory_->equations(), settings_, code_),
      coordinates_(equations.system.coordinates().size()) {
  for (const std::size_t p : trajectory_->variables())
    variables_.push_back(equations.system.parameters()[p].value);
  const auto loops = [](const Friction& friction) { return friction.pressing != no_node; };
  if (settings.method == Method::taylor && std::ranges::any_of(equations.system.frictions(), loops))
    throw ModelError("method taylor cannot be used with friction that depends on what presses",
                     "its loop has no Taylor series; use method dop853");
  held_.assign(equations.system.rules().size(), false);
  phases_ = open_phases(equations.system);
  const std::size_t frictions = equations.system.frictions().size();
  sense_.assign(frictions, 0);
  side_.assign(frictions, 1);
  news_ = news_of({});
}

RunSettings HybridSimulation::settings_of_mode(const Acting& acts) const {
  RunSettings settings = settings_;
  for (Condition& condition : settings.stop_when)
    condition.formula = in_acting_part(trajectory_->equations(), acts, {condition.formula}).front();
  return settings;
}

HybridSimulation::Mode& HybridSimulation::mode_of(const Phases& phases) {
  const auto [place, is_new] = modes_.try_emplace(phases);
  if (!is_new) return *place->second;
  const Equations& all = trajectory_->equations();
  TrajectoryMode mode{acting(all, phases), nullptr};
  Equations part = acting_part(all, mode.acts);
  if (settings_.inconsistent == Inconsistent::error && y_.size() > 0) {
    StartData here;
    for (std::size_t j = 0; j < coordinates_; ++j) {
      here.q.push_back({j, y_[static_cast<numeric::Index>(j)]});
      here.v.push_back({j, y_[n() + static_cast<numeric::Index>(j)]});
    }
    part = complete_mass(part, here, t_);
  }
  mode.trajectory = std::make_shared<SmoothTrajectory>(part, settings_of_mode(mode.acts),
                                                       code_->of_part(mode.acts), all,
                                                       trajectory_->shared_layout());
  const std::shared_ptr<SmoothTrajectory> trajectory = mode.trajectory;
  const std::size_t number = trajectory_->add_mode(std::move(mode));
  place->second =
      std::make_unique<Mode>(Mode{number, Simulation(trajectory), nullptr, part.rows.size()});
  return *place->second;
}

// contacts first: the gaps of those that are open and the forces of those that are closed; then the rules and the frictions
void HybridSimulation::watch(Mode& mode) {
  const Equations& all = trajectory_->equations();
  Graph& graph = all.graph();
  const bool is_shared = mode.simulation.rank() < static_cast<numeric::Index>(mode.rows);
  std::vector<NodeId> numbers;
  bool carries = false;
  const ContactSet& closed = phases_.closed;
  for (std::size_t c = 0; c < closed.size(); ++c) {
    const EquationRow& row = all.rows[solver_.row_of(c)];
    carries = carries || closed[c];
    numbers.push_back(!closed[c] ? row.residual : is_shared ? graph.one() : row.total);
  }
  std::vector<bool> guarded(closed.size(), true);
  for (const When& rule : all.system.rules()) {
    NodeId margin = margin_of(graph, rule.conditions.front().formula);
    for (std::size_t i = 1; i < rule.conditions.size(); ++i)
      margin = graph.make(Op::min, margin, margin_of(graph, rule.conditions[i].formula));
    numbers.push_back(graph.make(Op::negate, margin));
  }
  guarded.resize(numbers.size(), false);
  watch_frictions(numbers, guarded, is_shared);
  carries = carries ||
            std::ranges::find(phases_.frictions, FrictionPhase::sticks) != phases_.frictions.end();
  mode.events = std::make_unique<ModeEvents>(
      mode.simulation.dynamics(), mode.simulation.manifold(), settings_,
      in_acting_part(all, acting(all, phases_), numbers), guarded);
  if (is_shared && carries)
    mode.events->watch_also([this, rests = closed](double t, const Vector& y) {
      return solver_.carrying_margin(t, y.head(n()), y.segment(n(), n()), rests, friction_states());
    });
}

// three of each: how far it slips in its sense, or how far its force is from both limits; and that its multiplier keeps its side
void HybridSimulation::watch_frictions(std::vector<NodeId>& numbers, std::vector<bool>& guarded,
                                       bool is_shared) {
  const Equations& all = trajectory_->equations();
  Graph& graph = all.graph();
  for (std::size_t f = 0; f < phases_.frictions.size(); ++f) {
    const Friction& friction = all.system.frictions()[f];
    NodeId first = graph.one(), second = graph.one(), pressed = graph.one();
    const bool slips = phases_.frictions[f] == FrictionPhase::slips;
    if (slips) {
      first = graph.make(Op::multiply, all.system.parameters()[friction.sense].symbol,
                         friction.sticking_row.residual);
    } else if (phases_.frictions[f] == FrictionPhase::sticks && !is_shared) {
      first = graph.make(Op::subtract, friction.largest.value, friction.tangent);
      second = graph.make(Op::add, friction.largest.value, friction.tangent);
    }
    if (friction.side && !is_shared) pressed = friction.normal;
    numbers.insert(numbers.end(), {first, second, pressed});
    guarded.insert(guarded.end(), {slips, false, false});
  }
}

void HybridSimulation::give_variables(Mode& mode) {
  const std::vector<std::size_t>& places = trajectory_->variables();
  for (std::size_t i = 0; i < places.size(); ++i) {
    mode.simulation.dynamics().set_parameter(places[i], variables_[i]);
    solver_.state().set_parameter(places[i], variables_[i]);
  }
}

// a mode knows how far the motion went in it; small is what is small beside all of it
void HybridSimulation::take_sizes(Simulation& simulation) {
  const double* const sizes = simulation.dynamics().sizes().data();
  q_sizes_ = q_sizes_.cwiseMax(Eigen::Map<const Vector>(sizes, n()));
  v_sizes_ = v_sizes_.cwiseMax(Eigen::Map<const Vector>(sizes + n(), n()));
  solver_.set_sizes(q_sizes_, v_sizes_);
}

void HybridSimulation::prepare(const StartData& data) {
  const System& system = trajectory_->equations().system;
  phases_ = open_phases(system);
  Mode& open = mode_of(phases_);
  open.simulation.prepare(data);
  t_ = settings_.from;
  y_ = open.simulation.y();
  q_sizes_ = v_sizes_ = Vector::Zero(n());
  take_sizes(open.simulation);
  const std::vector<double> gaps = solver_.gaps(t_, q(), v()),
                            noise = solver_.noise_of_gaps(t_, q(), v());
  for (std::size_t c = 0; c < gaps.size(); ++c)
    if (gaps[c] < -noise[c]) {
      const std::string& name = system.constraints()[system.contacts()[c].constraint].name;
      throw StartError(
          fmt::format("contact '{}' is passed at the start: left - right = {:.6g}", name, gaps[c]),
          "start where left >= right", {.held = {name}});
    }
}

Motion HybridSimulation::run(const std::function<bool(double)>& progress,
                             const std::function<void(std::span<const double>)>& output) {
  RunLog log(trajectory_->layout(), settings_, progress, output);
  log_ = &log;
  Mode& open = mode_of(phases_);
  log.begin(open.simulation.energy_at_start());
  log.builder().begin_part(t_, phases_);
  open.simulation.note_start(log);
  mode_ = &open;
  give_variables(open);
  if (!open.events) watch(open);
  held_ = rules_that_hold();
  pass_instant({});
  if (outcome_) {
    // a run that ends in its first instant has that instant all the same
    const Outcome ended = *std::exchange(outcome_, std::nullopt);
    enter();
    outcome_ = ended;
  }
  while (!outcome_) {
    enter();
    if (outcome_) break;
    Simulation& simulation = mode_->simulation;
    simulation.go_on(log, *mode_->events);
    t_ = simulation.t();
    y_ = simulation.y();
    take_sizes(simulation);
    outcome_ = simulation.outcome();
    if (outcome_) break;
    if (log.builder().last_time() < t_) log.builder().add_row(simulation.recorder().row(t_, y_));
    log.builder().end_stretch(t_);
    pass_instant(simulation.events());
  }
  integrate::IntegratorCounters counters;
  for (const auto& [phases, mode] : modes_) counters += mode->simulation.counters();
  return {log.builder().take(*outcome_, counters), trajectory_};
}

void HybridSimulation::end(Fate fate, const std::string& detail) { outcome_ = {fate, t_, detail}; }

// all that happens at one instant: impacts, then rules, then who carries; until nothing changes any more
void HybridSimulation::pass_instant(const std::vector<EventHit>& hits) {
  const std::size_t contacts = phases_.closed.size();
  news_ = news_of(hits);
  std::vector<bool> due(held_.size(), false);
  for (const EventHit& hit : hits)
    if (hit.which >= contacts && hit.which - contacts < due.size()) {
      due[hit.which - contacts] = true;
      held_[hit.which - contacts] = true;
    }
  fresh_.clear();
  for (int round = 0; round < most_events_at_once; ++round) {
    if (!strike() || !settle()) return;
    const std::vector<bool> holds = rules_that_hold();
    for (std::size_t r = 0; r < holds.size(); ++r) due[r] = due[r] || (holds[r] && !held_[r]);
    for (std::size_t r = 0; r < holds.size(); ++r)
      if (!due[r]) held_[r] = holds[r];
    bool acted = false;
    for (std::size_t r = 0; r < due.size() && !outcome_; ++r) {
      if (!due[r]) continue;
      due[r] = false;
      held_[r] = true;
      fresh_.push_back(contacts + r);
      act(r);
      acted = true;
    }
    if (outcome_) return;
    if (!acted) return;
  }
  end(Fate::events_do_not_end, std::string(hint_for(Fate::events_do_not_end)));
}

// what brought this instant about, of frictions
FrictionNews HybridSimulation::news_of(const std::vector<EventHit>& hits) const {
  const std::size_t frictions = phases_.frictions.size();
  const std::vector<bool> none(frictions, false);
  FrictionNews news{none, none, none};
  for (const EventHit& hit : hits) {
    for (std::size_t f = 0; f < frictions; ++f) {
      if (hit.which == friction_number(f, 2)) news.turned[f] = true;
      const bool at_end = hit.which == friction_number(f, 0) || hit.which == friction_number(f, 1);
      if (!at_end) continue;
      (phases_.frictions[f] == FrictionPhase::slips ? news.stopped : news.released)[f] = true;
    }
    if (frictions > 0 && hit.which == friction_number(frictions, 0)) news.let_go = true;
  }
  return news;
}

const std::string& HybridSimulation::name_of_contact(std::size_t contact) const {
  const System& system = trajectory_->equations().system;
  return system.constraints()[system.contacts()[contact].constraint].name;
}

void HybridSimulation::set_variable(std::size_t parameter, double number) {
  const std::vector<std::size_t>& places = trajectory_->variables();
  const auto place = std::ranges::find(places, parameter) - places.begin();
  variables_[static_cast<std::size_t>(place)] = number;
}

void HybridSimulation::tell(Tally what, const std::string& name, double number, bool adds) {
  const auto index = trajectory_->equations().system.tally_index(what, name);
  if (!index) return;
  const std::vector<std::size_t>& places = trajectory_->variables();
  const auto place = std::ranges::find(places, *index) - places.begin();
  double& kept = variables_[static_cast<std::size_t>(place)];
  kept = adds ? kept + number : number;
}

// lets all contacts strike that approach; false where the velocity afterwards is not determined
bool HybridSimulation::strike() {
  ContactSet touching = solver_.touching(t_, q(), v(), phases_.closed);
  ContactSet plastic(touching.size(), false);
  for (int round = 0; round < most_events_at_once; ++round) {
    if (!solver_.strikes(t_, q(), v(), touching)) return true;
    ImpactResult impact = solver_.strike(t_, q(), v(), touching, plastic);
    if (impact.failure) {
      end(impact.failure->fate, impact.failure->detail);
      return false;
    }
    take_impact(impact);
    accumulation_.add(impact.contacts);
    if (const auto rest = accumulation_.end(); rest && is_negligible(*rest, impact)) {
      // the impacts that are left are one without restitution, which has the same impulse and takes the same energy
      for (const std::size_t contact : rest->contacts) plastic[contact] = touching[contact] = true;
      const double followed = impact.energy;
      impact = solver_.strike(t_, q(), v(), touching, plastic);
      if (impact.failure) {
        end(impact.failure->fate, impact.failure->detail);
        return false;
      }
      for (std::size_t i = 0; i < rest->contacts.size(); ++i) {
        const std::size_t contact = rest->contacts[i];
        tell(Tally::impulse, name_of_contact(contact), rest->impulse[i], true);
        tell(Tally::last, name_of_contact(contact), rest->t, false);
        phases_.closed[contact] = true;
      }
      tell(Tally::lost, name_of_contact(rest->contacts.front()), followed - impact.energy, true);
      log_->builder().add_accumulation(*rest);
      accumulation_ = {};
    }
    y_.segment(n(), n()) = impact.velocity;
    log_->add_jump(impact.energy);
  }
  end(Fate::events_do_not_end, "impacts follow each other at the same instant");
  return false;
}

// what is kept of it
void HybridSimulation::take_impact(ImpactResult& impact) {
  for (ImpactRecord& one : impact.contacts) {
    one.t = t_;
    one.group = impacts_;
    log_->builder().add_impact(one);
    tell(Tally::count, name_of_contact(one.contact), 1, true);
    tell(Tally::impulse, name_of_contact(one.contact), one.impulse, true);
    tell(Tally::lost, name_of_contact(one.contact), one.lost, true);
    tell(Tally::last, name_of_contact(one.contact), t_, false);
  }
  ++impacts_;
}

// how far the motion still goes in the impacts that are left, beside what the tolerance allows and what rounding leaves of gaps: below
// that impacts no longer repeat a pattern
bool HybridSimulation::is_negligible(const Accumulation& rest, const ImpactResult& impact) {
  constexpr double above_rounding = 1e6;
  const std::vector<double> rates = solver_.rates(t_, q(), impact.velocity);
  const Residuals rounding = solver_.state().rounding_of_residuals(t_, q(), v());
  const StateValues& here = solver_.state().evaluate(t_, q(), v());
  return std::ranges::all_of(rest.contacts, [&](std::size_t contact) {
    const auto row = static_cast<numeric::Index>(solver_.row_of(contact));
    const double allowed = std::max(settings_.tolerance * here.row_size(row, q_sizes_),
                                    above_rounding * rounding.position[row]);
    return rates[contact] * (rest.t - t_) < allowed;
  });
}

// who carries from now on, and the mode that follows
bool HybridSimulation::settle(int jams) {
  const ContactSet touching = solver_.touching(t_, q(), v(), phases_.closed);
  const double later = 1e-3 * integrate::longest_step(settings_.until - settings_.from);
  const ContactSolver::Rest next =
      solver_.settle(t_, q(), v(), touching, friction_states(), news_, later);
  if (next.failure) {
    end(next.failure->fate, next.failure->detail);
    return false;
  }
  if (next.jammed) {
    if (jams == most_events_at_once) {
      end(Fate::friction_has_no_solution, "impacts without collision follow each other");
      return false;
    }
    const ContactSet none(touching.size(), false);
    ImpactResult impact = solver_.strike(t_, q(), v(), touching, none, next.jammed);
    if (impact.failure) {
      end(impact.failure->fate, impact.failure->detail);
      return false;
    }
    take_impact(impact);
    y_.segment(n(), n()) = impact.velocity;
    log_->add_jump(impact.energy);
    return strike() && settle(jams + 1);
  }
  phases_.closed = next.rests;
  for (std::size_t c = 0; c < touching.size(); ++c) {
    tell(Tally::phase, name_of_contact(c), next.rests[c] ? 1 : 0, false);
    if (touching[c] && !next.rests[c]) fresh_.push_back(c);
  }
  if (!phases_.frictions.empty()) take_frictions(next.frictions);
  mode_ = &mode_of(phases_);
  give_variables(*mode_);
  return true;
}

void HybridSimulation::take_frictions(const FrictionStates& next) {
  const System& system = trajectory_->equations().system;
  const std::vector<double> slips = solver_.slips(t_, q(), v()),
                            noise = solver_.noise_of_slips(t_, q(), v());
  for (std::size_t f = 0; f < next.phases.size(); ++f) {
    const Friction& friction = system.frictions()[f];
    const std::string& name = system.constraints()[friction.constraint].name;
    const FrictionPhase phase = next.phases[f];
    if (phase != FrictionPhase::open)
      tell(Tally::phase, name, phase == FrictionPhase::sticks ? 2 : 3, false);
    // slip that begins here is zero but for rounding
    if (phase == FrictionPhase::slips && (news_.stopped[f] || std::fabs(slips[f]) <= noise[f]))
      fresh_.push_back(friction_number(f, 0));
    if (news_.turned[f]) fresh_.push_back(friction_number(f, 2));
    set_variable(friction.sense, next.sense[f]);
    if (friction.side) set_variable(*friction.side, next.side[f]);
  }
  phases_.frictions = next.phases;
  sense_ = next.sense;
  side_ = next.side;
}

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
  for (std::size_t r = 0; r < rules; ++r) holds[r] = numbers[contacts + r] < 0;
  return holds;
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
      case Action::What::set_variable: {
        const std::vector<std::size_t>& places = trajectory_->variables();
        variables_[static_cast<std::size_t>(std::ranges::find(places, action.index) -
                                            places.begin())] = values[i];
        break;
      }
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
  log_->add_jump(solver_.state().energy(t_, q(), v()) - energy);
  if (moves) refuse_broken_rows(which);
}

void HybridSimulation::refuse_broken_rows(std::size_t which) {
  const Equations& all = trajectory_->equations();
  StateEquations& state = solver_.state();
  const Residuals allowed = state.rounding_of_residuals(t_, q(), v());
  const Residuals now = state.residuals(t_, q(), v());
  constexpr double state_rounding = 1e4;
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    if (all.rows[r].friction) continue;
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

void HybridSimulation::enter() {
  Simulation& simulation = mode_->simulation;
  if (settings_.drift == Drift::project) simulation.manifold().project_state(t_, y_, y_);
  try {
    simulation.enter(t_, y_);
  } catch (const ModelError& error) {
    end(Fate::branch_not_determined, error.what());
    return;
  }
  // what was large in another mode does not become small
  NaturalSizes& sizes = simulation.dynamics().sizes();
  Vector widest(2 * n());
  widest << Eigen::Map<const Vector>(sizes.origin().data(), n()) + q_sizes_, v_sizes_;
  sizes.take(widest.data());
  if (!mode_->events) watch(*mode_);
  std::vector<double> noise = solver_.noise_of_gaps(t_, q(), v());
  const std::vector<double> gaps = solver_.gaps(t_, q(), v());
  for (const std::size_t which : fresh_)
    if (which < gaps.size()) noise[which] = std::max(noise[which], 2 * std::fabs(gaps[which]));
  noise.resize(mode_->events->count(), 0);
  for (std::size_t c = 0; c < phases_.closed.size(); ++c)
    if (phases_.closed[c]) noise[c] = 0;
  const std::vector<double> of_slips = solver_.noise_of_slips(t_, q(), v());
  for (std::size_t f = 0; f < of_slips.size(); ++f)
    if (phases_.frictions[f] == FrictionPhase::slips) noise[friction_number(f, 0)] = of_slips[f];
  mode_->events->begin(noise, fresh_);
  trajectory_->begin_part(t_, mode_->number, variables_);
  log_->builder().begin_part(t_, phases_);
  log_->builder().add_row(simulation.recorder().row(t_, y_));
}

}  // namespace alembert
