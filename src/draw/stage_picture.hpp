#pragma once
/// An instant of a staging on paper: shapes, tracks behind them, ghosts of earlier instants,
/// arrows.

#include "draw/stage_layout.hpp"

namespace alembert {

/// The instant of that index; the tracks lead through those before it.
Picture draw_stage(const Staging& staging, const std::vector<StageInstant>& instants,
                   std::size_t instant, const StageOptions& options, const StageLayout& layout,
                   const std::string& title);

}  // namespace alembert
