#pragma once
/// Films as GIF: only what changes from frame to frame is stored.

#include <string>
#include <vector>

#include "draw/palette.hpp"

namespace alembert {

class GifWriter {
 public:
  /// All frames have this size; the film loops.
  GifWriter(int width, int height, Palette palette);

  /// Shows a frame for this many hundredths of a second.
  void add(const Pixels& frame, int hundredths);

  /// The whole file. Nothing can be added after it.
  std::string finish();

 private:
  int width_, height_;
  Palette palette_;
  std::vector<std::uint8_t> shown_;  ///< palette indices; empty before the first frame
  std::string bytes_;
};

/// Bytes packed by the method of Lempel, Ziv and Welch, with codes from 9 to 12 bits as GIF wants
/// them.
std::string packed(const std::vector<std::uint8_t>& indices);

}  // namespace alembert
