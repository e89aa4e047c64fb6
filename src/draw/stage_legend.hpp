#pragma once
/// The lines below the picture of an instant: lengths, forces, directions of space.

#include <string>

#include "draw/stage_layout.hpp"

namespace alembert {

inline constexpr double legend_text_size = 2.6;

/// Constraints have separate colours as long as they are few enough to be told apart.
Colour force_colour(const Staging& staging, const StageOptions& options,
                    const std::string& constraint);

/// The height that the legend needs on paper of that width, in millimetres.
double stage_legend_height(const Staging& staging, const StageOptions& options);

void add_stage_legend(Picture& picture, const Staging& staging, const StageOptions& options,
                      const StageLayout& layout);

}  // namespace alembert
