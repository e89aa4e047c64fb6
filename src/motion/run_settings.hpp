#pragma once
/// The run in numbers: the settings of the model, overridden by those of the caller.

#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "dynamics/start_data.hpp"
#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"
#include "motion/simulate.hpp"

namespace alembert {

struct RunSettings {
  double from = 0, until = 0;
  double tolerance = 1e-10;
  double every = 0;  ///< between outputs
  double rank_tolerance = 1e-10;
  Method method = Method::dop853;
  Drift drift = Drift::project;
  solution::Baumgarte baumgarte = {};
  Inconsistent inconsistent = Inconsistent::error;
  std::optional<Impacts> impacts;
  std::optional<Painleve> painleve;
  std::vector<Condition> stop_when;
  std::optional<long> max_steps;
  std::optional<double> max_seconds;
  std::vector<std::size_t> free_parameters;  ///< DynamicsOptions::free_parameters
};

/// When a run of the model begins, and when it ends unless something happens. Throws ModelError
/// where neither is stated.
struct RunSpan {
  double from = 0, until = 0;
};
RunSpan span_of(const Model& model, const SimulateOptions& options);

/// The numbers of the model's `run`, overridden by those of the caller. Throws ModelError for
/// impossible ones.
RunSettings resolve_settings(const std::optional<Run>& run, const Equations& equations,
                             const SimulateOptions& options);

/// How such a run finds its accelerations.
DynamicsOptions dynamics_options(const RunSettings& settings);

/// Throws ModelError where the outputs of the whole run, so many numbers each, are more than a
/// machine holds.
void check_table_size(const RunSettings& settings, std::size_t width);

/// What is known of the start; values of the caller override those of the model.
StartData start_of(const System& system, const std::vector<StartValue>& start,
                   const SimulateOptions& options, double t);

}  // namespace alembert
