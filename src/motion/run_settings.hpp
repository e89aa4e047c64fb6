#pragma once
/// The run in numbers: what the model says, and in front of it what the caller says.

#include <vector>

#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"
#include "motion/simulate.hpp"
#include "motion/start.hpp"

namespace alembert {

struct RunSettings {
  double from = 0, until = 0;
  double tolerance = 1e-10;
  double every = 0;  ///< between outputs
  double rank_tolerance = 1e-10;
  Method method = Method::dop853;
  Drift drift = Drift::project;
  double baumgarte_alpha = 0, baumgarte_beta = 0;
  Inconsistent inconsistent = Inconsistent::error;
  std::vector<Condition> stop_when;
};

/// The numbers of the model's `run`, with what the caller says in front. Throws ModelError for what cannot be.
RunSettings settle(const Model& model, const Equations& equations, const SimulateOptions& options);

/// What is known of the start, with what the caller says in front.
StartData start_of(const Model& model, const SimulateOptions& options, double t);

}  // namespace alembert
