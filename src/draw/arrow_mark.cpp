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
  if (style.is_moment && length > 1.6 * head) {
    for (Spot& corner : point.spots) {
      corner.x -= 0.75 * head * ux;
      corner.y -= 0.75 * head * uy;
    }
    marks.push_back(point);
  }
  return marks;
}

std::vector<Mark> turning_arrow_marks(Spot centre, double radius, double turn,
                                      const ArrowStyle& style) {
  const double head = std::min(5.5 * style.width / radius, 0.5 * std::fabs(turn));
  if (!(std::fabs(turn) > 0.05)) return {};
  constexpr double first = -0.5;  // radians from the level
  const auto at = [&](double angle, double reach) {
    return Spot{centre.x + reach * std::cos(angle), centre.y - reach * std::sin(angle)};
  };
  const double sign = turn > 0 ? 1 : -1, neck = first + turn - sign * head;
  std::vector<Spot> arc;
  const int pieces = 2 + static_cast<int>(12 * std::fabs(turn));
  for (int k = 0; k <= pieces; ++k) arc.push_back(at(first + (neck - first) * k / pieces, radius));
  const double half = 0.36 * head * radius;
  const std::vector<Spot> corners{at(first + turn, radius), at(neck, radius + half),
                                  at(neck, radius - half)};
  std::vector<Mark> marks;
  if (style.rim > 0)
    marks.push_back(Stroke{.spots = arc, .pen = Pen{colours::white, style.width + 2 * style.rim}});
  marks.push_back(Stroke{.spots = arc, .pen = Pen{style.colour, style.width}});
  marks.push_back(Stroke{.spots = corners, .pen = {}, .fill = style.colour, .closed = true});
  return marks;
}

}  // namespace alembert
