#include "ensemble/prepared_ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compile/x86/executable.hpp"
#include "dynamics/completed_mass.hpp"
#include "ensemble/lane_group.hpp"
#include "ensemble/start_program.hpp"
#include "integrate/step_size.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulation.hpp"
#include "symbol/switching_times.hpp"

namespace alembert {

PreparedEnsemble::PreparedEnsemble(const Model& model, const std::vector<Expr>& varied,
                                   std::span<const double> pilot, const EnsembleOptions& options)
    : model_(model),
      varied_(varied),
      options_(options),
      equations_(derive(model.system)),
      settings_(resolve_settings(model.run, equations_, options.run)),
      n_(model.system.coordinates().size()) {
  check();
  if (options_.times.empty()) options_.times = {settings_.until};
  std::vector<NodeId> symbols;
  for (const Expr& symbol : varied) symbols.push_back(symbol.node());
  free_parameters_ = model.system.parameters_that_follow(symbols);
  for (const Parameter& parameter : model.system.parameters())
    parameters_.push_back(parameter.value);
  if (settings_.inconsistent == Inconsistent::error && !model.system.has_events() &&
      !pilot.empty()) {
    try {
      equations_ = complete_mass(equations_, start_of(pilot), settings_.from);
    } catch (const ModelError&) {
      // each motion tells of its own start
    }
  }
  if (!pilot.empty()) prepare_lanes(pilot);
}

PreparedEnsemble::~PreparedEnsemble() = default;

void PreparedEnsemble::check() const {
  if (options_.lanes != 1 && options_.lanes != 4)
    throw ModelError(fmt::format("{} motions cannot run together", options_.lanes),
                     "a core runs 1 or 4 of them");
  const Graph& graph = model_.system.graph();
  for (const Expr& symbol : varied_)
    if (symbol.graph() != &graph || !graph.is_symbol(symbol.node()) ||
        !graph.kinds(symbol.node()).has(Kind::coordinate | Kind::velocity | Kind::parameter))
      throw ModelError("what varies is a coordinate, a velocity or a parameter, not a formula");
  const std::vector<double>& times = options_.times;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool starts = k == 0 && times[k] == settings_.from && times.size() > 1;
    const double before = k == 0 ? settings_.from : times[k - 1];
    if (!(starts || times[k] > before) || !(times[k] <= settings_.until))
      throw ModelError(fmt::format("{:g} cannot be a time at which states are kept", times[k]),
                       "times increase, from the start of the run to its end");
  }
}

bool PreparedEnsemble::is_interpreted() { return !x86::runs_machine_code(); }

// lanes serve regular motions by Dormand and Prince's method; everything else is run one by one
void PreparedEnsemble::prepare_lanes(Row pilot) {
  if (settings_.method != Method::dop853 || !settings_.stop_when.empty() ||
      settings_.inconsistent == Inconsistent::least_squares || model_.system.has_events())
    return;
  // steps end where formulas of time switch, which lanes know nothing of
  if (any_switches_in_time(equations_.graph(), equations_.run_formulas())) return;

  // the rows that are independent in the motion of the pilot
  Simulation trial(equations_of(pilot), settings_);
  try {
    trial.prepare(start_of(pilot));
  } catch (const ModelError&) {
    return;
  }
  const std::vector<std::size_t>* rows = trial.independent_rows();
  if (rows == nullptr || trial.looks_into_steps()) return;
  std::vector<NodeId> given;
  for (const Expr& symbol : varied_) given.push_back(symbol.node());
  for (const auto& [symbol, value] : options_.run.start) given.push_back(symbol.node());
  starts_ = std::make_unique<StartProgram>(model_, given);
  solution::ExplicitOptions options = explicit_options(dynamics_options(settings_));
  options.free_parameters = free_parameters_;
  auto formulas = solution::ExplicitFormulas::make(equations_, *rows, options);
  if (!formulas) return;
  functions_ = std::make_unique<LaneFunctions>(
      *formulas, equations_.solved_M(), equations_.A,
      LaneFunctions::Steps{
          .tolerance = std::max(settings_.tolerance, integrate::smallest_tolerance),
          .projects = settings_.drift == Drift::project,
          .longest = integrate::longest_step(settings_.until - settings_.from)});
  if (options_.instants && formulas->has_instant())
    instant_ = formulas->compiled(formulas->instant(), formulas->inputs());
}

Assignment PreparedEnsemble::parameters_of(Row row) const {
  Assignment numbers;
  for (std::size_t c = 0; c < varied_.size(); ++c)
    if (model_.system.graph().kind(varied_[c].node()) == Kind::parameter)
      numbers[varied_[c].node()] = row[c];
  return numbers;
}

Equations PreparedEnsemble::equations_of(Row row) const {
  Equations equations = equations_;
  equations.system = model_.system.with_parameters(parameters_of(row));
  return equations;
}

StartData PreparedEnsemble::start_of(Row row) const {
  const System system = model_.system.with_parameters(parameters_of(row));
  SimulateOptions options = options_.run;
  for (std::size_t c = 0; c < varied_.size(); ++c)
    if (model_.system.graph().kind(varied_[c].node()) != Kind::parameter)
      options.start.emplace_back(varied_[c], row[c]);
  return alembert::start_of(system, model_.start, options, settings_.from);
}

Assignment PreparedEnsemble::numbers_of(Row row) const {
  Assignment numbers = model_.system.parameter_values();
  for (const auto& [symbol, value] : parameters_of(row)) numbers[symbol] = value;
  const std::vector<Parameter>& parameters = model_.system.parameters();
  for (const std::size_t p : free_parameters_)
    if (!is_varied(parameters[p].symbol))
      numbers[parameters[p].symbol] =
          evaluate(model_.system.graph(), {parameters[p].formula}, numbers).front();
  return numbers;
}

void PreparedEnsemble::put(NodeId symbol, double value, std::vector<double>& state) const {
  const std::vector<Coordinate>& coordinates = model_.system.coordinates();
  for (std::size_t j = 0; j < n_; ++j) {
    if (coordinates[j].q == symbol) state[j] = value;
    if (coordinates[j].v == symbol) state[n_ + j] = value;
  }
}

void PreparedEnsemble::begin(Row row, LaneMotion& motion) const {
  motion.t = settings_.from;
  std::vector<double> parameters = parameters_;
  motion.parameters.clear();
  if (!free_parameters_.empty()) {
    const Assignment numbers = numbers_of(row);
    for (const std::size_t p : free_parameters_) {
      parameters[p] = numbers.at(model_.system.parameters()[p].symbol);
      motion.parameters.push_back(parameters[p]);
    }
  }
  // what varies takes the place of what the caller says, and that of what the model says
  motion.state.assign(2 * n_, 0);
  for (const auto& [symbol, value] : options_.run.start) put(symbol.node(), value, motion.state);
  for (std::size_t c = 0; c < varied_.size(); ++c) put(varied_[c].node(), row[c], motion.state);
  starts_->put(motion.t, parameters, motion.state);
}

bool PreparedEnsemble::is_varied(NodeId symbol) const {
  return std::any_of(varied_.begin(), varied_.end(),
                     [&](const Expr& expr) { return expr.node() == symbol; });
}

}  // namespace alembert
