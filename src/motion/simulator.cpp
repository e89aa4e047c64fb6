#include "motion/simulator.hpp"

#include <chrono>
#include <utility>

#include "dynamics/completed_mass.hpp"
#include "dynamics/shared_code.hpp"
#include "mechanics/model_error.hpp"
#include "motion/motion_columns.hpp"
#include "motion/restore.hpp"
#include "motion/run_settings.hpp"
#include "motion/simulation.hpp"

namespace alembert {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// rows that are met in least squares only do not complete M, and where rows come and go each set of
// them is completed by itself
Equations completed(Equations equations, const RunSettings& settings, const StartData& start) {
  return settings.inconsistent == Inconsistent::error && !equations.system.has_events()
             ? complete_mass(equations, start, settings.from)
             : std::move(equations);
}

}  // namespace

Simulator::Simulator(const Model& model) : Simulator(std::make_shared<const Model>(model)) {}

Simulator::Simulator(const System& system) : Simulator(Model{system, {}, {}, {}, {}}) {}

Simulator::Simulator(std::shared_ptr<const Model> model)
    : model_(std::move(model)), code_(std::make_shared<SharedCode>()) {
  const auto begin = std::chrono::steady_clock::now();
  equations_ = derive(model_->system);
  derive_seconds_ = seconds_since(begin);
}

Equations Simulator::with_parameters_of(const SimulateOptions& options) const {
  Equations equations = equations_;
  if (options.parameters.empty()) return equations;
  Assignment numbers;
  for (const auto& [parameter, value] : options.parameters) {
    if (parameter.graph() != &equations_.graph() ||
        !equations_.system.parameter_values().contains(parameter.node()))
      throw ModelError("another number belongs to a parameter of the system, not to a formula");
    numbers[parameter.node()] = value;
  }
  equations.system = equations_.system.with_numbers(numbers);
  return equations;
}

Motion Simulator::run(const SimulateOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Equations equations = with_parameters_of(options);
  const RunSettings settings = resolve_settings(model_->run, equations, options);
  const StartData start = start_of(equations.system, model_->start, options, settings.from);
  equations = completed(std::move(equations), settings, start);
  const std::unique_ptr<MotionRun> run = make_motion_run(equations, settings, code_);
  run->prepare(start);
  const double compile_seconds = seconds_since(begin);
  const auto compiled = std::chrono::steady_clock::now();
  Motion motion = run->run(options.progress, options.output);
  // the first run had to wait for the derivation
  const double waited = std::exchange(has_run_, true) ? 0 : derive_seconds_;
  motion.set_seconds({waited, compile_seconds, seconds_since(compiled)});
  return motion;
}

Motion restore(const Model& model, const SimulateOptions& options, MotionRecord record) {
  return Simulator(model).restore(options, std::move(record));
}

Motion Simulator::restore(const SimulateOptions& options, MotionRecord record) {
  Equations equations = with_parameters_of(options);
  if (equations.system.has_events())
    throw ModelError("a motion with events cannot be restored", "run the model again");
  const RunSettings settings = resolve_settings(model_->run, equations, options);
  const MotionColumns layout(equations);
  if (record.table.empty() || record.table.size() % layout.width() != 0)
    throw ModelError("this is the record of a motion of another model");
  // the start as it was found
  StartData start;
  for (std::size_t j = 0; j < equations.system.coordinates().size(); ++j) {
    start.q.push_back({j, record.table[layout.q + j]});
    start.v.push_back({j, record.table[layout.v + j]});
  }
  equations = completed(std::move(equations), settings, start);
  Simulation simulation(equations, settings, code_);
  simulation.prepare(start);
  return simulation.restore(std::move(record));
}

}  // namespace alembert
