#pragma once
/// The options of a run on the command line, which override those of the model.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "motion/simulate.hpp"

namespace alembert::app {

struct RunArguments {
  std::optional<double> until, tolerance, every;
  std::string method;
  // each command adds the options that make sense for it
  void add_until(CLI::App& command);
  void add_tolerance(CLI::App& command);
  void add_every(CLI::App& command);
  void add_method(CLI::App& command);

  /// Throws ModelError for impossible values; prints a note for values that are hardly meant.
  SimulateOptions options(const Model& model) const;
};

}  // namespace alembert::app
