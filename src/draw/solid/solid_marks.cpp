#include "draw/solid/solid_marks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace alembert {

namespace {

// millimetres to the right, downwards, and towards the eye
using Seen = std::array<double, 3>;

Seen operator+(const Seen& a, const Seen& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Seen operator-(const Seen& a, const Seen& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Seen operator*(double factor, const Seen& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
double dot(const Seen& a, const Seen& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Seen vector_product(const Seen& a, const Seen& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double length(const Seen& a) { return std::sqrt(dot(a, a)); }
Spot spot(const Seen& a) { return {a[0], a[1]}; }

constexpr Seen light{-0.37, -0.58, 0.73};
constexpr double edge_width = 0.22;

Seen see(const SceneLayout& layout, const Position& place) {
  const Spot at = layout.spot(place);
  return {at.x, at.y, layout.scale * layout.camera.nearness(place)};
}
Seen see_vector(const SceneLayout& layout, const Position& foot, const Position& vector) {
  Position tip = foot;
  for (std::size_t i = 0; i < tip.size(); ++i) tip[i] += vector[i];
  return see(layout, tip) - see(layout, foot);
}

Colour mixed(Colour one, Colour other, double part) {
  const auto mean = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround((1 - part) * a + part * b));
  };
  return {mean(one.red, other.red), mean(one.green, other.green), mean(one.blue, other.blue),
          one.opacity};
}
// a face turned away from the light is darker
Colour lit(Colour fill, const Seen& normal) {
  const double share = dot(normal, light) / length(normal);
  return share > 0.5 ? mixed(fill, colours::white, 0.9 * (share - 0.5))
                     : mixed(fill, colours::ink, 0.45 * (0.5 - share));
}

std::vector<Spot> convex_hull(std::vector<Spot> spots) {
  std::ranges::sort(spots, [](Spot a, Spot b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Spot> hull;
  const auto add = [&](const Spot& next, std::size_t least) {
    while (hull.size() >= least + 2) {
      const Spot a = hull[hull.size() - 2], b = hull.back();
      if ((b.x - a.x) * (next.y - a.y) - (b.y - a.y) * (next.x - a.x) > 0) break;
      hull.pop_back();
    }
    hull.push_back(next);
  };
  for (const Spot& next : spots) add(next, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto next = spots.rbegin() + 1; next != spots.rend(); ++next) add(*next, lower);
  hull.pop_back();
  return hull;
}

bool holds(const std::vector<Spot>& polygon, Spot at) {
  int side = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Spot a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    const double left = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
    if (left == 0) continue;
    if (side != 0 && (left > 0) != (side > 0)) return false;
    side = left > 0 ? 1 : -1;
  }
  return true;
}

// two unit vectors across another
std::pair<Seen, Seen> across(const Seen& n) {
  const Seen other = std::fabs(n[2]) < 0.9 ? Seen{0, 0, 1} : Seen{1, 0, 0};
  const Seen first = vector_product(n, other);
  const Seen unit = (1 / length(first)) * first;
  return {unit, vector_product(n, unit)};
}

std::vector<Spot> circle(const Seen& centre, const Seen& one, const Seen& other, int corners) {
  std::vector<Spot> spots;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    spots.push_back(spot(centre + std::cos(angle) * one + std::sin(angle) * other));
  }
  return spots;
}

double along_line(const Seen& a, const Seen& b, Spot at) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  if (!(square > 0)) return std::max(a[2], b[2]);
  const double part = ((at.x - a[0]) * dx + (at.y - a[1]) * dy) / square;
  return a[2] + std::clamp(part, 0.0, 1.0) * (b[2] - a[2]);
}

// how near a plane through a point is at a spot
double on_plane(const Seen& point, const Seen& normal, Spot at) {
  if (std::fabs(normal[2]) < 1e-3 * length(normal)) return point[2];
  return point[2] - (normal[0] * (at.x - point[0]) + normal[1] * (at.y - point[1])) / normal[2];
}

}  // namespace

Colour edge_of(Colour fill) { return mixed(fill, colours::ink, 0.6); }

Colour body_colour(std::size_t body) {
  static constexpr std::array<Colour, 8> paints{{{0x9E, 0xC9, 0xE8},
                                                 {0xF3, 0xC6, 0x78},
                                                 {0x8F, 0xCF, 0xB3},
                                                 {0xE3, 0xB3, 0xCF},
                                                 {0xEA, 0xA6, 0x82},
                                                 {0xE6, 0xDD, 0x8C},
                                                 {0xB9, 0xB6, 0xE2},
                                                 {0xC9, 0xC3, 0xB6}}};
  return paints[body % paints.size()];
}

SolidMarks bar_marks(const SceneLayout& layout, const Position& from, const Position& to,
                     double radius, Colour fill) {
  const Seen a = see(layout, from), b = see(layout, to);
  const double r = layout.scale * radius;
  const Pen edge{edge_of(fill), edge_width};
  SolidMarks result;
  result.nearness = (a[2] + b[2]) / 2;
  if (!(length(b - a) > 0)) return result;
  const Seen n = (1 / length(b - a)) * (b - a);
  if (layout.camera.is_flat()) {
    // with round ends, as links have
    const Seen side{-n[1], n[0], 0};
    std::vector<Spot> outline;
    constexpr int corners = 12;
    for (int k = 0; k <= corners; ++k) {
      const double angle = std::numbers::pi * (0.5 - static_cast<double>(k) / corners);
      outline.push_back(spot(b + r * (std::cos(angle) * n + std::sin(angle) * side)));
    }
    for (int k = 0; k <= corners; ++k) {
      const double angle = std::numbers::pi * (0.5 - static_cast<double>(k) / corners);
      outline.push_back(spot(a - r * (std::cos(angle) * n + std::sin(angle) * side)));
    }
    result.marks.emplace_back(Stroke{.spots = outline, .pen = edge, .fill = fill, .closed = true});
    return result;
  }
  const auto [one, other] = across(n);
  // as many as the eye can tell, in millimetres
  const int corners = r < 1 ? 12 : r < 4 ? 20 : 40;
  std::vector<Spot> ends = circle(a, r * one, r * other, corners);
  const std::vector<Spot> far = circle(b, r * one, r * other, corners);
  ends.insert(ends.end(), far.begin(), far.end());
  const std::vector<Spot> hull = convex_hull(ends);
  const double seen_length = std::hypot(n[0], n[1]);
  result.marks.emplace_back(
      Stroke{.spots = hull, .pen = edge, .fill = lit(fill, {0, 0, 1}), .closed = true});
  if (seen_length > 0.15) {
    Seen side{-n[1] / seen_length, n[0] / seen_length, 0};
    if (dot(side, light) < 0) side = -1 * side;
    const auto strip = [&](double low, double high, Colour colour) {
      result.marks.emplace_back(
          Stroke{.spots = {spot(a + low * r * side), spot(b + low * r * side),
                           spot(b + high * r * side), spot(a + high * r * side)},
                 .pen = {},
                 .fill = colour,
                 .closed = true});
    };
    strip(0.2, 0.65, {0xFF, 0xFF, 0xFF, 0.45});
    strip(-0.9, -0.45, {0x22, 0x22, 0x22, 0.14});
  }
  if (std::fabs(n[2]) > 0.05) {
    const Seen face = n[2] > 0 ? n : -1 * n;
    result.marks.emplace_back(Stroke{.spots = circle(n[2] > 0 ? b : a, r * one, r * other, corners),
                                     .pen = edge,
                                     .fill = lit(fill, face),
                                     .closed = true});
  }
  // the near side of a long bar is in front of its axis, that of a flat one of the plane between
  // its faces
  if (length(b - a) > r)
    result.cover = {hull, [a, b, r](Spot at) { return along_line(a, b, at) + r; }};
  else
    result.cover = {hull, [middle = 0.5 * (a + b), n](Spot at) { return on_plane(middle, n, at); }};
  return result;
}

SolidMarks box_marks(const SceneLayout& layout, const Position& centre, const Position& size,
                     const std::vector<Position>& axes, Colour fill) {
  const Seen middle = see(layout, centre);
  const Pen edge{edge_of(fill), edge_width};
  std::vector<Seen> half;
  for (std::size_t k = 0; k < axes.size(); ++k)
    half.push_back(0.5 * size[k] * see_vector(layout, centre, axes[k]));
  SolidMarks result;
  result.nearness = middle[2];
  const auto face = [&](const Seen& to, const Seen& one, const Seen& other) {
    return std::vector{spot(middle + to + one + other), spot(middle + to - one + other),
                       spot(middle + to - one - other), spot(middle + to + one - other)};
  };
  if (half.size() == 2) {
    result.marks.emplace_back(Stroke{
        .spots = face({0, 0, 0}, half[0], half[1]), .pen = edge, .fill = fill, .closed = true});
    return result;
  }
  struct Face {
    Seen to, normal;
    std::vector<Spot> outline;
  };
  std::vector<Face> faces;
  std::vector<Spot> corners;
  for (std::size_t k = 0; k < 3; ++k)
    for (const double sign : {-1.0, 1.0}) {
      const Seen &one = half[(k + 1) % 3], &other = half[(k + 2) % 3];
      const Seen normal = sign * see_vector(layout, centre, axes[k]);
      faces.push_back({middle + sign * half[k], normal, face(sign * half[k], one, other)});
      corners.insert(corners.end(), faces.back().outline.begin(), faces.back().outline.end());
    }
  for (const Face& f : faces)
    if (f.normal[2] > 1e-6 * length(f.normal))
      result.marks.emplace_back(
          Stroke{.spots = f.outline, .pen = edge, .fill = lit(fill, f.normal), .closed = true});
  result.cover = {convex_hull(corners), [faces, middle](Spot at) {
                    double nearest = middle[2];
                    for (const Face& f : faces)
                      if (holds(f.outline, at))
                        nearest = std::max(nearest, on_plane(f.to, f.normal, at));
                    return nearest;
                  }};
  return result;
}

SolidMarks ellipsoid_marks(const SceneLayout& layout, const Position& centre,
                           const std::vector<Position>& half_axes, Colour fill) {
  const Seen middle = see(layout, centre);
  const Pen edge{edge_of(fill), edge_width};
  std::vector<Seen> half;
  for (const Position& axis : half_axes) half.push_back(see_vector(layout, centre, axis));
  // the outline is the ellipse of Q = A Aᵀ on paper
  double xx = 0, xy = 0, yy = 0;
  for (const Seen& axis : half) {
    xx += axis[0] * axis[0];
    xy += axis[0] * axis[1];
    yy += axis[1] * axis[1];
  }
  constexpr int corners = 60;
  std::vector<Spot> outline;
  const auto edge_towards = [&](double x, double y) -> Spot {
    const double reach = std::sqrt(xx * x * x + 2 * xy * x * y + yy * y * y);
    if (!(reach > 0)) return {0, 0};
    return {(xx * x + xy * y) / reach, (xy * x + yy * y) / reach};
  };
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    const Spot to = edge_towards(std::cos(angle), std::sin(angle));
    outline.push_back({middle[0] + to.x, middle[1] + to.y});
  }
  SolidMarks result;
  result.nearness = middle[2];
  result.marks.emplace_back(
      Stroke{.spots = outline, .pen = edge, .fill = lit(fill, {0, 0, 1}), .closed = true});
  const Spot bright = edge_towards(light[0], light[1]);
  std::vector<Spot> shine;
  for (const Spot& corner : outline)
    shine.push_back({middle[0] + 0.35 * bright.x + 0.42 * (corner.x - middle[0]),
                     middle[1] + 0.35 * bright.y + 0.42 * (corner.y - middle[1])});
  result.marks.emplace_back(
      Stroke{.spots = shine, .pen = {}, .fill = Colour{0xFF, 0xFF, 0xFF, 0.4}, .closed = true});
  // its three principal ellipses, as far as they are on the side of the eye
  for (std::size_t k = 0; k < 3; ++k) {
    const Seen &one = half[k], &other = half[(k + 1) % 3];
    std::vector<Spot> front;
    const auto finish = [&] {
      if (front.size() > 1) result.marks.emplace_back(Stroke{.spots = front, .pen = edge});
      front.clear();
    };
    for (int i = 0; i <= corners; ++i) {
      const double angle = 2 * std::numbers::pi * i / corners;
      const double x = std::cos(angle), y = std::sin(angle);
      const double towards = x * one[2] / dot(one, one) + y * other[2] / dot(other, other);
      if (towards >= 0)
        front.push_back(spot(middle + x * one + y * other));
      else
        finish();
    }
    finish();
  }
  double reach = 0;  // towards the eye
  for (const Seen& axis : half) reach = std::hypot(reach, axis[2]);
  result.cover = {outline, [near = middle[2] + reach](Spot) { return near; }};
  return result;
}

// in the plane a triangle on a hatched line, in space a leg on a hatched plate
SolidMarks ground_marks(const SceneLayout& layout, const Position& place, const Position& towards,
                        double size) {
  const Seen from = see(layout, place);
  const Seen down = size * see_vector(layout, place, towards);
  const Pen line{colours::ink, 0.3}, hatch{colours::ink, 0.15};
  const Seen foot = from + 0.8 * down;
  SolidMarks result;
  const auto stroke = [&](std::vector<Spot> spots, const Pen& pen) {
    result.marks.emplace_back(Stroke{.spots = std::move(spots), .pen = pen});
  };
  constexpr int ticks = 5;
  if (layout.camera.is_flat()) {
    const Seen side{-down[1], down[0], 0};
    result.marks.emplace_back(
        Stroke{.spots = {spot(from), spot(foot + 0.5 * side), spot(foot - 0.5 * side)},
               .pen = line,
               .fill = colours::white,
               .closed = true});
    stroke({spot(foot + 0.85 * side), spot(foot - 0.85 * side)}, line);
    for (int k = 0; k < ticks; ++k) {
      const Seen at = foot + (-0.6 + 0.32 * k) * side;
      stroke({spot(at), spot(at - 0.3 * side + 0.3 * down)}, hatch);
    }
    return result;
  }
  const Upright level({-towards[0], -towards[1], -towards[2]});
  const Seen one = 0.6 * size * see_vector(layout, place, level.to_space({1, 0, 0}));
  const Seen other = 0.6 * size * see_vector(layout, place, level.to_space({0, 1, 0}));
  const std::vector<Spot> plate{spot(foot + one + other), spot(foot - one + other),
                                spot(foot - one - other), spot(foot + one - other)};
  result.marks.emplace_back(
      Stroke{.spots = plate, .pen = line, .fill = Colour{0xF4, 0xF4, 0xF2}, .closed = true});
  // diagonals, cut where they leave the plate
  constexpr int diagonals = 3;
  for (int k = 1 - diagonals; k < diagonals; ++k) {
    const double c = 2.0 * k / diagonals, low = std::max(-1.0, -1.0 - c),
                 high = std::min(1.0, 1.0 - c);
    stroke(
        {spot(foot + low * one + (low + c) * other), spot(foot + high * one + (high + c) * other)},
        hatch);
  }
  stroke({spot(foot), spot(from)}, Pen{joint_colour, 0.9});
  const Seen normal = vector_product(one, other);
  result.nearness = foot[2];
  result.cover = {plate, [foot, normal](Spot at) { return on_plane(foot, normal, at); }};
  return result;
}

Cover flat_cover(const SceneLayout& layout, const std::vector<Position>& places) {
  if (places.size() < 2) return {};
  std::vector<Seen> corners;
  std::vector<Spot> outline;
  for (const Position& place : places) {
    corners.push_back(see(layout, place));
    outline.push_back(spot(corners.back()));
  }
  if (corners.size() == 2)
    return {outline, [a = corners[0], b = corners[1]](Spot at) { return along_line(a, b, at); }};
  // Newell's normal
  Seen normal{0, 0, 0}, middle{0, 0, 0};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    normal = normal + vector_product(corners[k], corners[(k + 1) % corners.size()]);
    middle = middle + (1 / static_cast<double>(corners.size())) * corners[k];
  }
  return {outline, [normal, middle](Spot at) { return on_plane(middle, normal, at); }};
}

Cover round_cover(const SceneLayout& layout, const Position& centre, double radius) {
  const Seen middle = see(layout, centre);
  return {circle(middle, {radius, 0, 0}, {0, radius, 0}, 16),
          [near = middle[2] + radius](Spot) { return near; }};
}

}  // namespace alembert
