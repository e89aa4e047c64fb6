#pragma once
/// The options that subcommands which draw a motion share.

#include <string>

#include "draw/scene_layout.hpp"
#include "draw/scene_numbers.hpp"
#include "model_arguments.hpp"
#include "motion/simulate.hpp"

namespace alembert::app {

/// A motion with its drawing.
struct MotionScene {
  Model model;
  Motion motion;
  ScenePlan plan;
  SceneOptions options;  ///< reactions and view
};

struct SceneArguments : ModelArguments {
  std::string reactions;  ///< all, or names with commas
  std::string view;       ///< azimuth,elevation
  void add_to(CLI::App& command);

  /// Runs the model. Throws ModelError if it has no picture, or if a constraint is unknown.
  MotionScene scene(Model model, const SimulateOptions& run) const;
};

}  // namespace alembert::app
