#pragma once
/// What the command line says about a run, in front of what the model says.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "motion/simulate.hpp"

namespace alembert::app {

struct RunArguments {
  std::optional<double> until, tolerance, every;
  std::string method;
  // a command has those options that mean something to it
  void add_until(CLI::App& command);
  void add_tolerance(CLI::App& command);
  void add_every(CLI::App& command);
  void add_method(CLI::App& command);

  /// Throws ModelError for what cannot be; says in a note what can be and is hardly meant.
  SimulateOptions options(const Model& model) const;
};

}  // namespace alembert::app
