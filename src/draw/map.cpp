#include "draw/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "draw/ticks.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

constexpr double padding = 2, tick_size = 2.4, label_size = 2.8, tick_length = 1;
constexpr double side = 90, bar_width = 4, bar_gap = 4, left = 18, top = 8, bottom = 12;
constexpr double right = 22;  // of the map: the scale and its labels

// dark to light in even steps of brightness, also for colour-blind people (nine colours of viridis)
constexpr std::array<std::array<double, 3>, 9> scale = {{{68, 1, 84},
                                                         {71, 44, 122},
                                                         {59, 81, 139},
                                                         {44, 113, 142},
                                                         {33, 144, 141},
                                                         {39, 173, 129},
                                                         {92, 200, 99},
                                                         {170, 220, 50},
                                                         {253, 231, 37}}};

std::array<std::uint8_t, 3> colour_of(double part) {
  if (!std::isfinite(part)) return {0xDD, 0xDD, 0xDD};
  const double place = std::clamp(part, 0.0, 1.0) * (scale.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  std::array<std::uint8_t, 3> colour{};
  for (std::size_t c = 0; c < 3; ++c)
    colour[c] = static_cast<std::uint8_t>(
        std::lround(scale[below][c] + (place - static_cast<double>(below)) *
                                          (scale[below + 1][c] - scale[below][c])));
  return colour;
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

/// One map with its axes, its frame beginning at `y`.
class Panel {
 public:
  Panel(const Map& map, double y, Picture& picture) : map_(map), top_(y), picture_(picture) {
    for (const double value : map.values)
      if (std::isfinite(value)) {
        range_.low = std::min(range_.low, value);
        range_.high = std::max(range_.high, value);
      }
    if (range_.low > range_.high)
      throw ModelError(fmt::format("'{}' has no values here", map.name));
  }

  void draw() {
    draw_values();
    draw_scale();
    draw_axis_across();
    draw_axis_up();
    picture_.add(Words{.at = {left + side / 2, top_ - 2},
                       .text = map_.name,
                       .size = label_size,
                       .anchor = Words::Anchor::middle});
  }

 private:
  void draw_values() {
    Pixels pixels{static_cast<int>(map_.across.count), static_cast<int>(map_.up.count), {}};
    for (std::size_t row = map_.up.count; row-- > 0;)
      for (std::size_t column = 0; column < map_.across.count; ++column)
        for (const std::uint8_t c : colour_of(part(map_.values[column * map_.up.count + row])))
          pixels.rgb.push_back(c);
    picture_.add(Raster{{left, top_}, side, side, pixels});
    add_frame({left, top_}, side, side);
  }

  void draw_scale() {
    Pixels pixels{1, 256, {}};
    for (int i = 0; i < 256; ++i)
      for (const std::uint8_t c : colour_of(1 - i / 255.0)) pixels.rgb.push_back(c);
    const double x = left + side + bar_gap;
    picture_.add(Raster{{x, top_}, bar_width, side, pixels});
    add_frame({x, top_}, bar_width, side);
    // a single value has no scale
    const bool has_width = range_.high > range_.low;
    const Ticks ticks = has_width ? linear_ticks(range_.low, range_.high, 8)
                                  : Ticks{{range_.low}, {label_number(range_.low)}, "", ""};
    for (std::size_t i = 0; i < ticks.at.size(); ++i) {
      const double y = top_ + side * (1 - part(ticks.at[i]));
      add_line({x + bar_width, y}, {x + bar_width + tick_length, y});
      picture_.add(Words{.at = {x + bar_width + tick_length + 0.6, y + 0.35 * tick_size},
                         .text = ticks.labels[i],
                         .size = tick_size});
    }
    picture_.add(
        Words{.at = {x, top_ - 1}, .text = ticks.factor + ticks.offset, .size = tick_size});
  }

  void draw_axis_across() {
    const Ticks ticks = ticks_of(map_.across);
    for (std::size_t i = 0; i < ticks.at.size(); ++i) {
      const double x = left + side * place(map_.across, ticks.at[i]);
      add_line({x, top_ + side}, {x, top_ + side + tick_length});
      picture_.add(Words{.at = {x, top_ + side + tick_length + 0.4 + tick_size},
                         .text = ticks.labels[i],
                         .size = tick_size,
                         .anchor = Words::Anchor::middle});
    }
    picture_.add(Words{.at = {left + side / 2, top_ + side + bottom - 3},
                       .text = label_of(map_.across, ticks),
                       .size = label_size,
                       .anchor = Words::Anchor::middle});
  }

  void draw_axis_up() {
    const Ticks ticks = ticks_of(map_.up);
    for (std::size_t i = 0; i < ticks.at.size(); ++i) {
      const double y = top_ + side * (1 - place(map_.up, ticks.at[i]));
      add_line({left - tick_length, y}, {left, y});
      picture_.add(Words{.at = {left - tick_length - 0.6, y + 0.35 * tick_size},
                         .text = ticks.labels[i],
                         .size = tick_size,
                         .anchor = Words::Anchor::end});
    }
    picture_.add(Words{.at = {padding + label_size, top_ + side / 2},
                       .text = label_of(map_.up, ticks),
                       .size = label_size,
                       .anchor = Words::Anchor::middle,
                       .upwards = true});
  }

  double part(double value) const {
    return range_.high > range_.low ? (value - range_.low) / (range_.high - range_.low)
                                    : value - range_.low;
  }
  // cells are as wide as the step between values, and a value is in the middle of its cell
  static double half_cell(const MapAxis& axis) {
    return axis.count > 1 ? (axis.to - axis.from) / static_cast<double>(axis.count - 1) / 2 : 0.5;
  }
  static double place(const MapAxis& axis, double value) {
    const double half = half_cell(axis);
    return (value - axis.from + half) / (axis.to - axis.from + 2 * half);
  }
  static Ticks ticks_of(const MapAxis& axis) {
    if (axis.from == axis.to) return {{axis.from}, {label_number(axis.from)}, "", ""};
    return linear_ticks(std::min(axis.from, axis.to), std::max(axis.from, axis.to), 7);
  }
  static std::string label_of(const MapAxis& axis, const Ticks& ticks) {
    std::string label = axis.name;
    if (!ticks.factor.empty()) label += "  " + ticks.factor;
    if (!ticks.offset.empty()) label += " − " + ticks.offset;
    return label;
  }
  void add_line(Spot from, Spot to) {
    picture_.add(Stroke{.spots = {from, to}, .pen = Pen{colours::ink, 0.2}});
  }
  void add_frame(Spot at, double width, double height) {
    picture_.add(Stroke{
        .spots = {at, {at.x + width, at.y}, {at.x + width, at.y + height}, {at.x, at.y + height}},
        .pen = Pen{colours::ink, 0.2},
        .closed = true});
  }

  const Map& map_;
  const double top_;
  Picture& picture_;
  Range range_;
};

}  // namespace

Picture draw_maps(const std::vector<Map>& maps) {
  const double each = top + side + bottom;
  Picture picture{
      left + side + right, each * static_cast<double>(maps.size()), maps.front().title, {}};
  for (std::size_t i = 0; i < maps.size(); ++i)
    Panel(maps[i], each * static_cast<double>(i) + top, picture).draw();
  return picture;
}

}  // namespace alembert
