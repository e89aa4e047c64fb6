#pragma once
/// What the subcommands share that show a motion as it looks.

#include <string>

#include "model_arguments.hpp"
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

  /// Runs the model. Throws ModelError where it has no picture and where a constraint is not known.
  StagedMotion stage(Model model, const SimulateOptions& run) const;
};

}  // namespace alembert::app
