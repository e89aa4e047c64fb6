#include "draw/gif.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "draw/picture.hpp"

using namespace alembert;

namespace {

// an independent reader, written from the description of the format
std::vector<std::uint8_t> unpacked(const std::string& data, unsigned index_bits) {
  const unsigned clear = 1U << index_bits, end = clear + 1;
  std::vector<std::vector<std::uint8_t>> table;
  const auto reset = [&] {
    table.clear();
    for (unsigned i = 0; i < clear; ++i) table.push_back({static_cast<std::uint8_t>(i)});
    table.resize(clear + 2);
  };
  std::vector<std::uint8_t> result, last;
  unsigned width = index_bits + 1, pending = 0, count = 0;
  reset();
  for (const char c : data) {
    pending |= static_cast<unsigned>(static_cast<unsigned char>(c)) << count;
    count += 8;
    while (count >= width) {
      const unsigned code = pending & ((1U << width) - 1);
      pending >>= width;
      count -= width;
      if (code == end) return result;
      if (code == clear) {
        reset();
        width = index_bits + 1;
        last.clear();
        continue;
      }
      std::vector<std::uint8_t> entry = last;
      if (code < table.size())
        entry = table[code];
      else
        entry.push_back(last.front());
      result.insert(result.end(), entry.begin(), entry.end());
      if (!last.empty() && table.size() < 4096) {
        last.push_back(entry.front());
        table.push_back(last);
      }
      last = entry;
      if (table.size() == 1U << width && width < 12) ++width;
    }
  }
  FAIL("the data has no end");
  return result;
}

struct DecodedFrame {
  std::vector<std::uint8_t> rgb;
  int hundredths;
};

std::vector<DecodedFrame> decoded(const std::string& gif) {
  std::size_t at = 0;
  const auto byte = [&] { return static_cast<unsigned char>(gif.at(at++)); };
  const auto word = [&] {
    const unsigned low = byte();
    return low | (static_cast<unsigned>(byte()) << 8U);
  };
  REQUIRE(gif.substr(0, 6) == "GIF89a");
  at = 6;
  const unsigned width = word();
  const unsigned height = word();
  REQUIRE(byte() == 0xF7);
  at += 2;
  const std::string palette = gif.substr(at, 768);
  at += 768;
  std::vector<std::uint8_t> screen(3UL * width * height, 0);
  std::vector<DecodedFrame> frames;
  unsigned transparent = 256;
  int hundredths = 0;
  while (true) {
    const unsigned what = byte();
    if (what == 0x3B) break;
    if (what == 0x21) {
      const unsigned kind = byte();
      if (kind == 0xF9) {
        REQUIRE(byte() == 4);
        const unsigned flags = byte();
        hundredths = static_cast<int>(word());
        transparent = byte();
        if ((flags & 1U) == 0) transparent = 256;
        REQUIRE(byte() == 0);
      } else {
        for (unsigned length = byte(); length != 0; length = byte()) at += length;
      }
      continue;
    }
    REQUIRE(what == 0x2C);
    const unsigned left = word(), top = word(), wide = word(), high = word();
    REQUIRE(byte() == 0);
    const unsigned index_bits = byte();
    std::string data;
    for (unsigned length = byte(); length != 0; length = byte()) {
      data += gif.substr(at, length);
      at += length;
    }
    const std::vector<std::uint8_t> indices = unpacked(data, index_bits);
    REQUIRE(indices.size() == static_cast<std::size_t>(wide) * high);
    for (unsigned y = 0; y < high; ++y)
      for (unsigned x = 0; x < wide; ++x) {
        const unsigned index = indices[y * wide + x];
        if (index == transparent) continue;
        for (unsigned c = 0; c < 3; ++c)
          screen[3 * ((top + y) * width + left + x) + c] =
              static_cast<std::uint8_t>(palette[3 * index + c]);
      }
    frames.push_back({screen, hundredths});
  }
  CHECK(at == gif.size());
  return frames;
}

// a dot that moves over a line
Pixels frame_at(double x) {
  Picture picture{40, 30, "", {}};
  picture.add(Stroke{.spots = {{2, 15}, {38, 15}}, .pen = Pen{colours::blue, 0.7}});
  picture.add(Circle{{x, 15}, 3, {}, colours::vermilion});
  return picture_pixels(picture, 120);
}

}  // namespace

TEST_CASE("what was packed comes out again, however long and however random") {
  std::mt19937 random(7);
  for (const unsigned colours : {1U, 2U, 17U, 255U})
    for (const std::size_t length : {1UL, 2UL, 250UL, 3837UL, 3838UL, 3839UL, 100'000UL}) {
      std::vector<std::uint8_t> indices;
      for (std::size_t i = 0; i < length; ++i)
        indices.push_back(static_cast<std::uint8_t>(random() % colours));
      CAPTURE(colours, length);
      CHECK(unpacked(packed(indices), 8) == indices);
    }
}

TEST_CASE("a film of few colours decodes to the frames that were drawn") {
  std::vector<Pixels> frames;
  for (const double x : {5.0, 9.0, 9.0, 20.5, 35.0}) frames.push_back(frame_at(x));
  GifWriter gif(frames[0].width, frames[0].height, Palette(frames));
  for (const Pixels& frame : frames) gif.add(frame, 4);
  const std::string bytes = gif.finish();
  const std::vector<DecodedFrame> film = decoded(bytes);
  REQUIRE(film.size() == frames.size());
  for (std::size_t i = 0; i < film.size(); ++i) {
    CHECK(film[i].hundredths == 4);
    CHECK(film[i].rgb == frames[i].rgb);
  }
  // only what changes is stored: five frames take much less than five times the first
  GifWriter one(frames[0].width, frames[0].height, Palette(frames));
  one.add(frames[0], 4);
  CHECK(bytes.size() < 3 * one.finish().size());
}

TEST_CASE("a film of many colours keeps those most used as they are and the others nearly") {
  Pixels shades{64, 64, {}};
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x)
      for (const int value : {4 * x, 4 * y, y < 32 ? 10 : 200})
        shades.rgb.push_back(static_cast<std::uint8_t>(y % 2 == 0 ? 255 : value));
  GifWriter gif(64, 64, Palette({shades}));
  gif.add(shades, 4);
  const std::vector<std::uint8_t> shown = decoded(gif.finish()).front().rgb;
  int worst = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const int apart = std::abs(shown[i] - shades.rgb[i]);
    worst = std::max(worst, apart);
    if ((i / 192) % 2 == 0) CHECK(apart == 0);
  }
  // 2048 shades on 191 colours: cells of a sixth of a plane's side
  CHECK(worst <= 48);
}
