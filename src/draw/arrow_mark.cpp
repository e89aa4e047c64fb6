#include "draw/arrow_mark.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

std::vector<Mark> arrow_marks(Spot foot, Spot tip, const ArrowStyle& style) {
  const double dx = tip.x - foot.x, dy = tip.y - foot.y, length = std::hypot(dx, dy);
  if (!(length >= 0.3)) return {};
  // a short arrow is all head
  const double head = std::min(5.5 * style.width, length), half = 0.36 * head;
  const double ux = dx / length, uy = dy / length;
  const Spot neck{tip.x - head * ux, tip.y - head * uy};
  const std::vector<Spot> corners{
      tip, {neck.x - half * uy, neck.y + half * ux}, {neck.x + half * uy, neck.y - half * ux}};
  std::vector<Mark> marks;
  if (style.rim > 0) {
    marks.push_back(
        Stroke{.spots = {foot, neck}, .pen = Pen{colours::white, style.width + 2 * style.rim}});
    marks.push_back(
        Stroke{.spots = corners, .pen = Pen{colours::white, 2 * style.rim}, .closed = true});
  }
  if (length > head)
    marks.push_back(
        Stroke{.spots = {foot, neck},
               .pen = Pen{style.colour, style.width,
                          style.is_hollow ? std::vector{1.2, 0.9} : std::vector<double>()}});
  Stroke point{
      .spots = corners, .fill = style.is_hollow ? colours::white : style.colour, .closed = true};
  if (style.is_hollow) point.pen = Pen{style.colour, 0.6 * style.width};
  marks.push_back(point);
  return marks;
}

}  // namespace alembert
