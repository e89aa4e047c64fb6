#pragma once
/// The models that the program carries within itself, to start from.

#include <span>
#include <string_view>

namespace alembert::studio {

struct GalleryModel {
  std::string_view name;  ///< "double_pendulum/level_start"
  std::string_view text;
};

/// By name.
std::span<const GalleryModel> gallery();

}  // namespace alembert::studio
