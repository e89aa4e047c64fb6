#pragma once
/// One instant of a run, as `explain --at` and `draw --at` look at it.

#include <optional>

#include "motion/simulate.hpp"

namespace alembert::app {

/// When the model's run begins and ends, without the command line; no end if the model has none.
struct SpanOfModel {
  double from = 0;
  std::optional<double> until = {};
};
SpanOfModel span_of(const Model& model);

/// The options of a run up to this instant, without a step if it is the start, as by default.
/// Throws ModelError if it is outside of the run.
SimulateOptions run_to(const Model& model, std::optional<double> instant);

/// Throws std::runtime_error if the motion ended before.
void check_reached(const Motion& motion, double instant);

}  // namespace alembert::app
