#pragma once
/// Runs whose progress is shown at the terminal.

#include "motion/simulate.hpp"

namespace alembert::app {

/// The options of a run with a bar that follows it, for as long as they live. The run ends when a
/// command that keeps its results is interrupted.
SimulateOptions with_bar(const Model& model, const SimulateOptions& options);

}  // namespace alembert::app
