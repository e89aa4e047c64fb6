#include "draw/gif.hpp"

#include <algorithm>
#include <cassert>

namespace alembert {

namespace {

constexpr std::uint8_t unchanged = 255;  // the transparent index: shows the last frame
constexpr unsigned index_bits = 8;
constexpr unsigned clear_code = 1U << index_bits, end_code = clear_code + 1;
constexpr unsigned most_codes = 4096;

void append_word(std::string& bytes, int value) {
  bytes += static_cast<char>(value & 0xFF);
  bytes += static_cast<char>((value >> 8) & 0xFF);
}

// codes of growing width, one after the other without gaps, lowest bit first
class BitString {
 public:
  void append(unsigned code, unsigned width) {
    pending_ |= code << count_;
    for (count_ += width; count_ >= 8; count_ -= 8) {
      bytes_ += static_cast<char>(pending_ & 0xFFU);
      pending_ >>= 8U;
    }
  }
  std::string finish() {
    if (count_ > 0) bytes_ += static_cast<char>(pending_ & 0xFFU);
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  unsigned pending_ = 0, count_ = 0;
};

// the smallest rectangle with all that changed
struct Window {
  int left, top, width, height;
};

Window changed_window(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& now,
                      int width, int height) {
  int left = width, top = height, right = 0, bottom = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x);
      if (before[at] == now[at]) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 1);
    }
  // a frame has at least one point
  if (right == 0) return {0, 0, 1, 1};
  return {left, top, right - left, bottom - top};
}

}  // namespace

std::string packed(const std::vector<std::uint8_t>& indices) {
  BitString bits;
  // the code of a known string followed by one more index; 0 where there is none yet
  std::vector<std::uint16_t> longer(most_codes << index_bits, 0);
  unsigned next = end_code + 1, width = index_bits + 1;
  bits.append(clear_code, width);
  unsigned string = indices.front();
  for (std::size_t i = 1; i < indices.size(); ++i) {
    std::uint16_t& code = longer[(string << index_bits) | indices[i]];
    if (code != 0) {
      string = code;
      continue;
    }
    bits.append(string, width);
    if (next == most_codes) {
      bits.append(clear_code, width);
      std::ranges::fill(longer, std::uint16_t{0});
      next = end_code + 1;
      width = index_bits + 1;
    } else {
      // the decoder learns a string one code later, so the width grows one code later too
      if (next == 1U << width) ++width;
      code = static_cast<std::uint16_t>(next++);
    }
    string = indices[i];
  }
  bits.append(string, width);
  if (next == 1U << width && width < 12) ++width;
  bits.append(end_code, width);
  return bits.finish();
}

GifWriter::GifWriter(int width, int height, Palette palette)
    : width_(width), height_(height), palette_(std::move(palette)) {
  bytes_ = "GIF89a";
  append_word(bytes_, width);
  append_word(bytes_, height);
  bytes_ += {'\xF7', '\0', '\0'};  // a palette of 256 colours
  for (std::size_t i = 0; i < 256; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      bytes_ += static_cast<char>(i < palette_.colours().size() ? palette_.colours()[i][c] : 0);
  bytes_ += std::string("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // again and again
}

void GifWriter::add(const Pixels& frame, int hundredths) {
  assert(frame.width == width_ && frame.height == height_);
  std::vector<std::uint8_t> now;
  now.reserve(frame.rgb.size() / 3);
  for (std::size_t i = 0; i < frame.rgb.size(); i += 3)
    now.push_back(palette_.nearest({frame.rgb[i], frame.rgb[i + 1], frame.rgb[i + 2]}));

  const bool is_first = shown_.empty();
  const Window window =
      is_first ? Window{0, 0, width_, height_} : changed_window(shown_, now, width_, height_);
  std::vector<std::uint8_t> indices;
  for (int y = window.top; y < window.top + window.height; ++y)
    for (int x = window.left; x < window.left + window.width; ++x) {
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                      static_cast<std::size_t>(x);
      indices.push_back(!is_first && shown_[at] == now[at] ? unchanged : now[at]);
    }
  shown_ = std::move(now);

  bytes_ += {'\x21', '\xF9', '\x04', is_first ? '\x04' : '\x05'};  // what is shown stays
  append_word(bytes_, hundredths);
  bytes_ += {static_cast<char>(unchanged), '\0', '\x2C'};
  for (const int number : {window.left, window.top, window.width, window.height})
    append_word(bytes_, number);
  bytes_ += {'\0', static_cast<char>(index_bits)};
  const std::string data = packed(indices);
  constexpr std::size_t block = 255;
  for (std::size_t i = 0; i < data.size(); i += block) {
    const std::size_t length = std::min(block, data.size() - i);
    bytes_ += static_cast<char>(length);
    bytes_.append(data, i, length);
  }
  bytes_ += '\0';
}

std::string GifWriter::finish() {
  bytes_ += '\x3B';
  return std::move(bytes_);
}

}  // namespace alembert
