#include "motion/simulate.hpp"

#include <chrono>

#include "motion/completed_mass.hpp"
#include "motion/run_settings.hpp"
#include "motion/simulation.hpp"

namespace alembert {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Motion simulate(const Model& model, const SimulateOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Equations equations = derive(model.system);
  const double derive_seconds = seconds_since(begin);
  const RunSettings settings = settle(model, equations, options);
  const StartData start = start_of(model, options, settings.from);

  const auto derived = std::chrono::steady_clock::now();
  // rows that are met in least squares only do not complete M
  if (settings.inconsistent == Inconsistent::error)
    equations = complete_mass(equations, start, settings.from);
  const auto simulation = std::make_shared<Simulation>(equations, settings);
  simulation->prepare(start);
  const double compile_seconds = seconds_since(derived);
  const auto compiled = std::chrono::steady_clock::now();
  Motion motion = simulation->run(options.progress, options.output);
  motion.set_seconds({derive_seconds, compile_seconds, seconds_since(compiled)});
  return motion;
}

Motion simulate(const System& system, const SimulateOptions& options) {
  return simulate(Model{system, {}, {}, {}, {}}, options);
}

}  // namespace alembert
