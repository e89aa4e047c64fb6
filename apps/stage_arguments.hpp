#pragma once
/// What the subcommands share that show a motion as it looks.

#include <optional>
#include <string>

#include "commands.hpp"
#include "motion/simulate.hpp"
#include "report/stage_layout.hpp"
#include "report/stage_numbers.hpp"

namespace alembert::app {

/// A motion and how it looks.
struct StagedMotion {
  Model model;
  Motion motion;
  Staging staging;
  StageOptions options;  ///< reactions and view
};

struct StageArguments : ModelArguments {
  std::string reactions;  ///< all, or names with commas
  std::string view;       ///< azimuth,elevation
  void add_to(CLI::App& command);

  /// The model of the arguments.
  Model read() const;
  /// Runs the model. Throws ModelError where it has no picture and where a constraint is not known.
  StagedMotion stage(Model model, const SimulateOptions& run) const;
};

/// When the model's run begins and ends, before what the command line says; no end where the model has none.
struct RunSpan {
  double from = 0;
  std::optional<double> until = {};
};
RunSpan span_of(const Model& model);

}  // namespace alembert::app
