#pragma once
/// The lines below the picture of an instant: lengths, forces, directions of space.

#include <string>

#include "draw/scene_layout.hpp"

namespace alembert {

inline constexpr double legend_text_size = 2.6;

/// Constraints have separate colours as long as they are few enough to be told apart.
Colour force_colour(const ScenePlan& plan, const SceneOptions& options,
                    const std::string& constraint);

/// The height that the legend needs on paper of that width, in millimetres.
double scene_legend_height(const ScenePlan& plan, const SceneOptions& options,
                           const SceneLayout& layout);

void add_scene_legend(Picture& picture, const ScenePlan& plan, const SceneOptions& options,
                      const SceneLayout& layout);

}  // namespace alembert
