#pragma once
/// From a model to its motion.

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/motion.hpp"

namespace alembert {

/// The settings of a caller for a run; they override those of the model.
struct SimulateOptions {
  std::vector<std::pair<Expr, double>> start =
      {};  ///< {x, 1.0}, {rate(x), 0.0}: given, not guessed
  /// Other numbers than the system's for some of its parameters; those that are formulas of them
  /// follow.
  std::vector<std::pair<Expr, double>> parameters = {};
  std::optional<double> from = {}, until = {};
  std::optional<double> tolerance = {};       ///< relative to natural sizes, 1e-10
  std::optional<double> every = {};           ///< output step, 1/1000 of the run
  std::optional<double> rank_tolerance = {};  ///< 1e-10
  std::optional<Method> method = {};
  std::optional<Drift> drift = {};
  std::optional<double> baumgarte_alpha = {}, baumgarte_beta = {};
  std::optional<Inconsistent> inconsistent = {};
  std::optional<Impacts> impacts = {};
  /// What a run may cost; one that has not ended by then ends with the Outcome "limit reached".
  std::optional<long> max_steps = {};
  std::optional<double> max_seconds = {};  ///< by the clock on the wall, from the first step
  /// Called with each row of the motion's table (motion/motion_columns.hpp) as soon as it is known.
  std::function<void(std::span<const double> row)> output = {};
  /// Called now and then with the time reached; false ends the run with the Outcome "interrupted".
  std::function<bool(double t)> progress = {};
};

/// Throws ModelError for anything that is wrong before the first step; what happens after it is in
/// the Outcome. Many runs of one model with other numbers are faster with a Simulator
/// (simulator.hpp).
Motion simulate(const Model& model, const SimulateOptions& options = {});
Motion simulate(const System& system, const SimulateOptions& options = {});

}  // namespace alembert
