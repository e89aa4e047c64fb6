#include "motion/events/hybrid_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/completed_mass.hpp"
#include "mechanics/acting_part.hpp"
#include "mechanics/start_error.hpp"
#include "motion/conditions/margin.hpp"

namespace alembert {

namespace {

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
  if (settings.method == Method::stiff &&
      !(equations.system.contacts().empty() && equations.system.frictions().empty()))
    throw ModelError(
        "method stiff cannot be used with contacts and friction",
        "its steps may end before impacts that become ever smaller do; use method dop853");
  held_.assign(equations.system.rules().size(), false);
  phases_ = open_phases(equations.system);
  solver_.set_off(phases_.off);
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

// contacts first: the gaps of those that are open and the forces of those that are closed; then the
// rules and the frictions
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
    const bool is_quiet = closed[c] ? is_shared : phases_.is_off(row.constraint);
    numbers.push_back(is_quiet ? graph.one() : closed[c] ? row.total : row.residual);
  }
  std::vector<bool> guarded(closed.size(), true);
  for (const When& rule : all.system.rules()) {
    NodeId margin = margin_of(graph, rule.conditions.front().formula);
    for (std::size_t i = 1; i < rule.conditions.size(); ++i)
      margin = graph.make(Op::min, margin, margin_of(graph, rule.conditions[i].formula));
    numbers.push_back(is_done(rule) ? graph.one() : graph.make(Op::negate, margin));
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

// of a force that the model gives: what it has by itself and by a multiplier, of which neither may
// be negative; that of a contact never is
NodeId HybridSimulation::margin_of_limit(const Friction& friction, bool is_shared) const {
  const Equations& all = trajectory_->equations();
  Graph& graph = all.graph();
  const NodeId free = friction.sliding.free;
  if (friction.pressing == no_node || is_shared) return free;
  const auto row = std::ranges::find(all.rows, friction.pressing, &EquationRow::total);
  if (all.system.contact_index(row->name)) return free;
  return graph.make(Op::min, free, graph.make(Op::subtract, friction.sliding.value, free));
}

// three of each: how far it slips in its sense, or how far its force is from both limits; and that
// its multiplier keeps its side, or its force its sign
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
    if (phases_.frictions[f] != FrictionPhase::open) {
      if (friction.side && !is_shared) pressed = friction.normal;
      if (friction.normal == no_node) pressed = margin_of_limit(friction, is_shared);
    }
    numbers.insert(numbers.end(), {first, second, pressed});
    guarded.insert(guarded.end(), {slips, false, false});
  }
}

void HybridSimulation::give_variables(Mode& mode) {
  const std::vector<std::size_t>& places = trajectory_->variables();
  for (std::size_t i = 0; i < places.size(); ++i) {
    mode.simulation.dynamics().set_parameter(places[i], variables_[i]);
    solver_.set_parameter(places[i], variables_[i]);
  }
}

// a mode knows how far the motion went in it; small is what is small beside all of it
void HybridSimulation::take_sizes(Mode& mode) {
  sizes_ = &mode.simulation.dynamics().sizes();
  const Vector here = y_.head(2 * n()).cwiseAbs();
  reach_ = reach_.cwiseMax(mode.events ? here.cwiseMax(mode.events->reach()) : here);
  tell_reach();
}

void HybridSimulation::tell_reach() {
  // coordinates feel each other's rounding, each in units in which its inertia is one
  constexpr double felt = 0.1;
  const std::vector<double>& roots = sizes_->roots();
  Vector reach = reach_;
  for (const CoordinateBlock& block : sizes_->blocks())
    for (const numeric::Index first : {numeric::Index{0}, n()}) {
      double largest = 0;
      for (const std::size_t j : block)
        largest = std::max(largest, roots[j] * reach_[first + static_cast<numeric::Index>(j)]);
      for (const std::size_t j : block) {
        double& one = reach[first + static_cast<numeric::Index>(j)];
        if (roots[j] > 0) one = std::max(one, felt * largest / roots[j]);
      }
    }
  solver_.set_reach(reach.head(n()), reach.tail(n()));
}

void HybridSimulation::prepare(const StartData& data) {
  const System& system = trajectory_->equations().system;
  phases_ = open_phases(system);
  Mode& open = mode_of(phases_);
  open.simulation.prepare(data);
  t_ = settings_.from;
  y_ = open.simulation.y();
  reach_ = Vector::Zero(2 * n());
  take_sizes(open);
  const std::vector<double> gaps = solver_.gaps(t_, q(), v()),
                            noise = solver_.noise_of_gaps(t_, q(), v());
  for (std::size_t c = 0; c < gaps.size(); ++c)
    if (gaps[c] < -noise[c] && !phases_.is_off(system.contacts()[c].constraint)) {
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
  const Vector given = y_;
  pass_instant({});
  // as at other instants: the state before what happens, and the state after it
  if (y_ != given) log.builder().add_row(open.simulation.start_row());
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
    take_sizes(*mode_);
    outcome_ = simulation.outcome();
    if (outcome_ && outcome_->fate == Fate::step_too_small)
      if (const auto jam = solver_.jam(t_, q(), v(), phases_.closed, friction_states()))
        end(jam->fate, jam->detail);
    if (outcome_) break;
    // a row before formulas of time switch is there already
    const bool is_switch = std::ranges::any_of(
        simulation.events(), [](const EventHit& hit) { return hit.which == EventHit::switched; });
    if (log.builder().last_time() < t_ && !is_switch)
      log.builder().add_row(simulation.recorder().row(t_, y_));
    log.builder().end_stretch(t_);
    pass_instant(simulation.events());
  }
  integrate::IntegratorCounters counters;
  for (const auto& [phases, mode] : modes_) counters += mode->simulation.counters();
  return {log.builder().take(*outcome_, counters), trajectory_};
}

void HybridSimulation::end(Fate fate, const std::string& detail) { outcome_ = {fate, t_, detail}; }

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
  simulation.dynamics().sizes().widen(*sizes_);
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
