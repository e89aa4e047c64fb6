#pragma once
/// The colours of a film.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "draw/picture.hpp"

namespace alembert {

using Rgb = std::array<std::uint8_t, 3>;

class Palette {
 public:
  /// A palette for pictures like these: the most used colours exactly, and means of the shades
  /// between them.
  explicit Palette(const std::vector<Pixels>& samples);

  const std::vector<Rgb>& colours() const { return colours_; }
  /// The index of the colour nearest to this one.
  std::uint8_t nearest(Rgb colour);

  static constexpr std::size_t most = 255;  ///< one of 256 is left for "as before"

 private:
  std::vector<Rgb> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;
};

}  // namespace alembert
