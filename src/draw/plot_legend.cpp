#include "draw/plot_legend.hpp"

#include <algorithm>

namespace alembert {

namespace {

constexpr double sample = 8, gap = 1.5, margin = 1.2, between = 5;

double entry_width(const LegendEntry& entry) {
  return sample + gap + text_width(entry.name, legend_text);
}

// does the straight line from a to b touch the rectangle? (Liang and Barsky)
bool crosses(const Frame& frame, Spot a, Spot b) {
  double enter = 0, leave = 1;
  const auto cut = [&](double start, double slope, double low, double high) {
    if (slope == 0) return start >= low && start <= high;
    double first = (low - start) / slope, second = (high - start) / slope;
    if (first > second) std::swap(first, second);
    enter = std::max(enter, first);
    leave = std::min(leave, second);
    return enter <= leave;
  };
  return cut(a.x, b.x - a.x, frame.left, frame.right) &&
         cut(a.y, b.y - a.y, frame.top, frame.bottom);
}

void draw_entry(Picture& picture, const LegendEntry& entry, Spot left) {
  const double middle = left.y - 0.35 * legend_text;
  picture.add(Stroke{.spots = {{left.x, middle}, {left.x + sample, middle}}, .pen = entry.pen});
  picture.add(
      Words{.at = {left.x + sample + gap, left.y}, .text = entry.name, .size = legend_text});
}

// calls `place(entry, corner)` for each entry of a legend in rows, and returns its height
template <class Place>
double flow(const std::vector<LegendEntry>& entries, double width, Place place) {
  double x = 0, y = 0;
  for (const LegendEntry& entry : entries) {
    if (x > 0 && x + entry_width(entry) > width) {
      x = 0;
      y += legend_line;
    }
    place(entry, Spot{x, y});
    x += entry_width(entry) + between;
  }
  return y + legend_line;
}

}  // namespace

std::optional<Frame> free_place(const std::vector<LegendEntry>& entries, const Frame& frame,
                                const std::vector<std::vector<Spot>>& curves) {
  double width = 0;
  for (const LegendEntry& entry : entries) width = std::max(width, entry_width(entry));
  width += 2 * margin;
  const double height = legend_line * static_cast<double>(entries.size()) + margin;
  const double inset = 1;
  if (width + 2 * inset > frame.width() || height + 2 * inset > frame.height()) return std::nullopt;
  const double right = frame.right - inset - width, left = frame.left + inset;
  const double top = frame.top + inset, bottom = frame.bottom - inset - height;
  const double centre = (left + right) / 2, middle = (top + bottom) / 2;
  for (const Spot corner :
       {Spot{right, top}, Spot{left, top}, Spot{right, bottom}, Spot{left, bottom},
        Spot{centre, top}, Spot{centre, bottom}, Spot{right, middle}, Spot{left, middle}}) {
    const Frame place{corner.x, corner.y, corner.x + width, corner.y + height};
    const bool is_free = std::ranges::none_of(curves, [&](const std::vector<Spot>& curve) {
      for (std::size_t i = 1; i < curve.size(); ++i)
        if (crosses(place, curve[i - 1], curve[i])) return true;
      return false;
    });
    if (is_free) return place;
  }
  return std::nullopt;
}

void draw_column(Picture& picture, const std::vector<LegendEntry>& entries, const Frame& place) {
  double y = place.top + legend_line;
  for (const LegendEntry& entry : entries) {
    draw_entry(picture, entry, {place.left + margin, y - 0.6});
    y += legend_line;
  }
}

double rows_height(const std::vector<LegendEntry>& entries, double width) {
  return flow(entries, width, [](const LegendEntry&, Spot) {});
}

void draw_rows(Picture& picture, const std::vector<LegendEntry>& entries, Spot corner,
               double width) {
  flow(entries, width, [&](const LegendEntry& entry, Spot place) {
    draw_entry(picture, entry, {corner.x + place.x, corner.y + place.y + legend_text});
  });
}

}  // namespace alembert
