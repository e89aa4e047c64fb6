#include "draw/palette.hpp"

#include <algorithm>
#include <limits>

namespace alembert {

namespace {

struct Shade {
  Rgb colour;
  std::size_t count;
};

std::uint32_t key_of(const Rgb& c) { return (c[0] << 16U) | (c[1] << 8U) | c[2]; }

std::vector<Shade> shades_of(const std::vector<Pixels>& samples) {
  std::unordered_map<std::uint32_t, std::size_t> counts;
  for (const Pixels& picture : samples)
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
      ++counts[key_of({picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]})];
  std::vector<Shade> shades;
  for (const auto& [key, count] : counts)
    shades.push_back({{static_cast<std::uint8_t>(key >> 16U), static_cast<std::uint8_t>(key >> 8U),
                       static_cast<std::uint8_t>(key)},
                      count});
  // a fixed order: the same film has the same bytes
  std::ranges::sort(shades, [](const Shade& a, const Shade& b) {
    return a.count != b.count ? a.count > b.count : key_of(a.colour) < key_of(b.colour);
  });
  return shades;
}

// a set of shades that become one colour
struct Box {
  std::vector<Shade> shades;
  std::size_t channel = 0;  // the one in which they differ most
  int spread = 0;

  explicit Box(std::vector<Shade> of) : shades(std::move(of)) {
    for (std::size_t c = 0; c < 3; ++c) {
      const auto [low, high] = std::ranges::minmax(
          shades, [&](const Shade& a, const Shade& b) { return a.colour[c] < b.colour[c]; });
      const int width = high.colour[c] - low.colour[c];
      if (width > spread) {
        spread = width;
        channel = c;
      }
    }
  }

  Rgb mean() const {
    std::array<std::size_t, 3> sum{};
    std::size_t count = 0;
    for (const Shade& shade : shades) {
      for (std::size_t c = 0; c < 3; ++c) sum[c] += shade.count * shade.colour[c];
      count += shade.count;
    }
    Rgb colour{};
    for (std::size_t c = 0; c < 3; ++c)
      colour[c] = static_cast<std::uint8_t>((sum[c] + count / 2) / count);
    return colour;
  }
};

}  // namespace

Palette::Palette(const std::vector<Pixels>& samples) {
  // areas and letters have few colours, each used often; edges have many, each used a few times
  constexpr std::size_t exact = 64;
  std::vector<Shade> shades = shades_of(samples);
  const std::size_t kept = shades.size() <= most ? shades.size() : exact;
  for (std::size_t i = 0; i < kept; ++i) colours_.push_back(shades[i].colour);
  if (kept == shades.size()) return;

  std::vector<Box> boxes;
  boxes.emplace_back(std::vector(shades.begin() + exact, shades.end()));
  while (boxes.size() < most - exact) {
    const auto widest = std::ranges::max_element(boxes, {}, &Box::spread);
    if (widest->spread == 0) break;
    std::vector<Shade> all = std::move(widest->shades);
    const std::size_t channel = widest->channel;
    boxes.erase(widest);
    std::ranges::sort(all, [&](const Shade& a, const Shade& b) {
      return a.colour[channel] != b.colour[channel] ? a.colour[channel] < b.colour[channel]
                                                    : key_of(a.colour) < key_of(b.colour);
    });
    const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    boxes.emplace_back(std::vector(all.begin(), half));
    boxes.emplace_back(std::vector(half, all.end()));
  }
  for (const Box& box : boxes) colours_.push_back(box.mean());
}

std::uint8_t Palette::nearest(Rgb colour) {
  const auto [place, is_new] = known_.try_emplace(key_of(colour), std::uint8_t{0});
  if (!is_new) return place->second;
  int best = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    int distance = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const int apart = colours_[i][c] - colour[c];
      distance += apart * apart;
    }
    if (distance < best) {
      best = distance;
      place->second = static_cast<std::uint8_t>(i);
    }
  }
  return place->second;
}

}  // namespace alembert
