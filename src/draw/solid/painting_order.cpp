#include "draw/solid/painting_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

namespace alembert {

namespace {

double cross(Spot a, Spot b, Spot c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double area(const std::vector<Spot>& polygon) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    twice += cross(polygon[0], polygon[i], polygon[i + 1]);
  return twice / 2;
}

struct Extent {
  double left, right, top, bottom;
};

Extent extent_of(const std::vector<Spot>& outline) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Extent box{far, -far, far, -far};
  for (const Spot& spot : outline) {
    box.left = std::min(box.left, spot.x);
    box.right = std::max(box.right, spot.x);
    box.top = std::min(box.top, spot.y);
    box.bottom = std::max(box.bottom, spot.y);
  }
  return box;
}

bool meet(const Extent& a, const Extent& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// where two lines cross, if they do so between their ends
std::optional<Spot> crossing(const std::vector<Spot>& a, const std::vector<Spot>& b) {
  const double from = cross(b[0], b[1], a[0]), to = cross(b[0], b[1], a[1]);
  if ((from > 0) == (to > 0) || (cross(a[0], a[1], b[0]) > 0) == (cross(a[0], a[1], b[1]) > 0))
    return std::nullopt;
  const double part = from / (from - to);
  return Spot{a[0].x + part * (a[1].x - a[0].x), a[0].y + part * (a[1].y - a[0].y)};
}

// a spot in the middle of what two outlines share
std::optional<Spot> shared_spot(const std::vector<Spot>& a, const std::vector<Spot>& b) {
  if (a.size() == 2 && b.size() == 2) return crossing(a, b);
  const bool a_is_line = a.size() == 2;
  const std::vector<Spot> part = a_is_line ? common_part(a, b) : common_part(b, a);
  if (part.size() < 2) return std::nullopt;
  Spot middle;
  for (const Spot& spot : part) {
    middle.x += spot.x / static_cast<double>(part.size());
    middle.y += spot.y / static_cast<double>(part.size());
  }
  return middle;
}

}  // namespace

std::vector<Spot> common_part(const std::vector<Spot>& outline, const std::vector<Spot>& polygon) {
  std::vector<Spot> part = outline;
  const bool is_line = outline.size() == 2;
  const double side = area(polygon) < 0 ? -1 : 1;
  for (std::size_t k = 0; k < polygon.size() && !part.empty(); ++k) {
    const Spot a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    std::vector<Spot> rest;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Spot from = part[i], to = part[(i + 1) % part.size()];
      const double here = side * cross(a, b, from), there = side * cross(a, b, to);
      if (here >= 0) rest.push_back(from);
      if (is_line && i == 1) break;
      if ((here >= 0) != (there >= 0)) {
        const double share = here / (here - there);
        rest.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
      }
    }
    part = std::move(rest);
  }
  return part;
}

std::vector<std::size_t> painting_order(const std::vector<Cover>& things, double resolution) {
  const std::size_t count = things.size();
  std::vector<Extent> boxes;
  for (const Cover& thing : things) boxes.push_back(extent_of(thing.outline));
  std::vector<std::vector<std::size_t>> before(count);  // what each hides a part of, by the hidden
  std::vector<std::size_t> waits_for(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      if (things[i].outline.empty() || things[j].outline.empty() || !meet(boxes[i], boxes[j]))
        continue;
      const std::optional<Spot> spot = shared_spot(things[i].outline, things[j].outline);
      if (!spot) continue;
      const double ahead = things[i].nearness(*spot) - things[j].nearness(*spot);
      if (!(std::fabs(ahead) > resolution)) continue;
      const std::size_t far = ahead > 0 ? j : i, near = ahead > 0 ? i : j;
      before[far].push_back(near);
      ++waits_for[near];
    }

  std::vector<std::size_t> order;
  std::vector<bool> is_painted(count, false);
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < count; ++i)
    if (waits_for[i] == 0) ready.push(i);
  std::size_t first = 0;  // all before it are painted
  while (order.size() < count) {
    if (ready.empty()) {
      while (is_painted[first]) ++first;
      ready.push(first);
    }
    const std::size_t next = ready.top();
    ready.pop();
    if (is_painted[next]) continue;
    is_painted[next] = true;
    order.push_back(next);
    for (const std::size_t near : before[next])
      if (--waits_for[near] == 0 && !is_painted[near]) ready.push(near);
  }
  return order;
}

}  // namespace alembert
