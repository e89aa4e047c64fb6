#pragma once
/// The options that subcommands which draw a motion share.

#include <string>

#include "draw/stage_layout.hpp"
#include "draw/stage_numbers.hpp"
#include "model_arguments.hpp"
#include "motion/simulate.hpp"

namespace alembert::app {

/// A motion with its drawing.
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

  /// Runs the model. Throws ModelError if it has no picture, or if a constraint is unknown.
  StagedMotion stage(Model model, const SimulateOptions& run) const;
};

}  // namespace alembert::app
