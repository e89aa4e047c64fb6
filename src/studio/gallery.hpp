#pragma once
/// The models embedded in the program, to start from.

#include <span>
#include <string_view>

namespace alembert::studio {

struct GalleryModel {
  std::string_view name;  ///< "double_pendulum/level_start"
  std::string_view text;
};

/// All models, by name.
std::span<const GalleryModel> gallery();

}  // namespace alembert::studio
