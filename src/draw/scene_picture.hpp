#pragma once
/// An instant of a scene on paper: shapes, tracks behind them, ghosts of earlier instants,
/// arrows.

#include "draw/scene_layout.hpp"

namespace alembert {

/// The instant of that index; the tracks lead through those before it.
Picture draw_scene(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
                   std::size_t instant, const SceneOptions& options, const SceneLayout& layout,
                   const std::string& title);

}  // namespace alembert
