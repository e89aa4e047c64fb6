#pragma once
/// Where the names of curves can stand without hiding them.

#include <optional>
#include <string>
#include <vector>

#include "draw/picture.hpp"

namespace alembert {

/// A rectangle on paper.
struct Frame {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

struct LegendEntry {
  std::string name;
  Pen pen;
};

/// The size of the text of a legend, and the height of a line of it.
inline constexpr double legend_text = 2.5, legend_line = 3.9;

/// The corner or edge of `frame` whose legend no curve crosses, or nothing.
std::optional<Frame> free_place(const std::vector<LegendEntry>& entries, const Frame& frame,
                                const std::vector<std::vector<Spot>>& curves);

/// The entries in one column.
void draw_column(Picture& picture, const std::vector<LegendEntry>& entries, const Frame& place);

/// The entries side by side in lines from (left, top) on, and the height that they take.
double rows_height(const std::vector<LegendEntry>& entries, double width);
void draw_rows(Picture& picture, const std::vector<LegendEntry>& entries, Spot corner,
               double width);

}  // namespace alembert
