#include "motion/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrate/step_size.hpp"
#include "mechanics/model_error.hpp"
#include "motion/limits/memory_limit.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

double number(const System& system, NodeId formula, double otherwise) {
  if (formula == no_node) return otherwise;
  return evaluate(system.graph(), {formula}, system.parameter_values()).front();
}

RunSpan span_of(const System& system, const Run& run, const SimulateOptions& options) {
  if (!options.until && run.until == no_node)
    throw ModelError("the model does not say how long to run",
                     "add a line such as 'run 10', or give --until");
  return {options.from.value_or(number(system, run.from, 0)),
          options.until.value_or(number(system, run.until, 0))};
}

}  // namespace

RunSpan span_of(const Model& model, const SimulateOptions& options) {
  const Run run = model.run.value_or(Run{});
  if (options.parameters.empty()) return span_of(model.system, run, options);
  Assignment numbers;
  for (const auto& [parameter, value] : options.parameters) numbers[parameter.node()] = value;
  return span_of(model.system.with_numbers(numbers), run, options);
}

RunSettings resolve_settings(const std::optional<Run>& said, const Equations& equations,
                             const SimulateOptions& options) {
  const System& system = equations.system;
  const Run run = said.value_or(Run{});
  const auto number = [&](NodeId formula, double otherwise) {
    return alembert::number(system, formula, otherwise);
  };
  const RunSpan span = span_of(system, run, options);
  RunSettings settings;
  settings.from = span.from;
  settings.until = span.until;
  settings.tolerance = options.tolerance.value_or(number(run.tolerance.value_or(no_node), 1e-10));
  settings.every = options.every.value_or(
      number(run.every.value_or(no_node), (settings.until - settings.from) / 1000));
  settings.rank_tolerance =
      options.rank_tolerance.value_or(number(run.rank_tolerance.value_or(no_node), 1e-10));
  settings.method = options.method.value_or(run.method);
  settings.drift = options.drift.value_or(run.drift);
  settings.baumgarte = {options.baumgarte_alpha.value_or(number(run.baumgarte_alpha, 5)),
                        options.baumgarte_beta.value_or(number(run.baumgarte_beta, 5))};
  settings.inconsistent = options.inconsistent.value_or(run.inconsistent);
  settings.impacts = options.impacts ? options.impacts : run.impacts;
  settings.painleve = run.painleve;
  settings.max_steps = options.max_steps;
  settings.max_seconds = options.max_seconds;
  std::vector<NodeId> symbols;
  for (const auto& [parameter, value] : options.parameters) symbols.push_back(parameter.node());
  if (!symbols.empty()) settings.free_parameters = system.parameters_that_follow(symbols);
  for (const auto* conditions : {&run.stop_when, &system.bounds()})
    for (const Condition& condition : *conditions)
      settings.stop_when.push_back(
          {resolve_forces(equations, {condition.formula}).front(), condition.text});

  const auto refuse = [](double value, std::string_view what, std::string_view hint) {
    throw ModelError(fmt::format("{:g} cannot be the {}", value, what), std::string(hint));
  };
  if (!(settings.tolerance > 0 && settings.tolerance < 1))
    refuse(settings.tolerance, "tolerance", "it lies between 0 and 1, such as 1e-10");
  if (!(settings.rank_tolerance > 0 && settings.rank_tolerance < 1))
    refuse(settings.rank_tolerance, "rank_tolerance", "it lies between 0 and 1, such as 1e-10");
  if (!std::isfinite(settings.from))
    refuse(settings.from, "start of the run", "it is a finite number");
  if (!(settings.until > settings.from) || !std::isfinite(settings.until))
    refuse(settings.until, "end of the run", "it is a finite number after the start of the run");
  if (!(settings.every > 0)) refuse(settings.every, "output step", "it is greater than 0");
  if (settings.max_steps && *settings.max_steps < 1)
    refuse(static_cast<double>(*settings.max_steps), "limit max_steps",
           "a run takes 1 step or more");
  if (settings.max_seconds && !(*settings.max_seconds > 0))
    refuse(*settings.max_seconds, "limit max_seconds", "it is greater than 0");
  return settings;
}

DynamicsOptions dynamics_options(const RunSettings& settings) {
  DynamicsOptions options{.rank_tolerance = settings.rank_tolerance,
                          .least_squares = settings.inconsistent == Inconsistent::least_squares,
                          .keeps_constraints = settings.drift == Drift::project,
                          .tolerance = settings.tolerance,
                          .free_parameters = settings.free_parameters};
  if (settings.drift == Drift::baumgarte) options.baumgarte = settings.baumgarte;
  if (settings.method == Method::dop853)
    options.step_tolerance = std::max(settings.tolerance, integrate::smallest_tolerance);
  return options;
}

void check_table_size(const RunSettings& settings, std::size_t width) {
  const double rows = 1 + (settings.until - settings.from) / settings.every;
  const double numbers = rows * static_cast<double>(width);
  if (numbers <= most_numbers_held()) return;
  throw ModelError(
      fmt::format("an output every {:.6g} makes {:.3g} rows of {} numbers, {:.3g} GB in all",
                  settings.every, rows, width, numbers * sizeof(double) * 1e-9),
      "what lies between two outputs is not lost; give 'every' a longer step, as 1/1000 of the "
      "run");
}

StartData start_of(const System& system, const std::vector<StartValue>& start,
                   const SimulateOptions& options, double t) {
  Graph& graph = system.graph();
  std::vector<StartValue> values;
  const auto is_replaced = [&](NodeId symbol) {
    for (const auto& [given, number] : options.start)
      if (given.graph() && given.node() == symbol) return true;
    return false;
  };
  for (const StartValue& value : start)
    if (!is_replaced(value.symbol)) values.push_back(value);
  for (const auto& [symbol, number] : options.start) {
    if (!symbol.graph() || !graph.is_symbol(symbol.node()) ||
        !graph.kinds(symbol.node()).has(Kind::coordinate | Kind::velocity))
      throw ModelError("a start value belongs to a coordinate or a velocity, not to a formula");
    values.push_back({symbol.node(), graph.constant(number), false});
  }
  return evaluate_start(system, values, t);
}

}  // namespace alembert
