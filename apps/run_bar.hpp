#pragma once
/// Runs whose progress is shown at the terminal.

#include "motion/simulate.hpp"

namespace alembert::app {

/// The options of a run with a bar that follows it, for as long as they live. The run ends where somebody interrupts a
/// command that keeps what there is.
SimulateOptions with_bar(const Model& model, const SimulateOptions& options);

}  // namespace alembert::app
