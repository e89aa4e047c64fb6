#pragma once
/// The options of a run on the command line, which override those of the model.

#include <CLI/CLI.hpp>

#include "motion/simulate.hpp"

namespace alembert::app {

struct RunArguments {
  SimulateOptions said;  ///< as they were given
  // each command adds the options that make sense for it
  void add_until(CLI::App& command);
  void add_tolerance(CLI::App& command);
  void add_every(CLI::App& command);
  void add_method(CLI::App& command);
  void add_max_steps(CLI::App& command);
  void add_max_seconds(CLI::App& command);

  /// The same for a run of the model. Throws ModelError for impossible values; prints a note for
  /// values that are hardly meant.
  const SimulateOptions& options(const Model& model) const;
};

}  // namespace alembert::app
