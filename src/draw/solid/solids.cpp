#include "draw/solid/solids.hpp"

#include <cmath>
#include <numbers>

namespace alembert {

namespace {

using Axis = std::array<double, 3>;

Axis cross(const Axis& a, const Axis& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Axis normalised(const Axis& a) {
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  if (length == 0) return {0, 0, 1};
  return {a[0] / length, a[1] / length, a[2] / length};
}

}  // namespace

std::vector<Position> disk_rim(const Position& centre, double radius, const Position* normal,
                               const Position* spoke) {
  Axis axis{0, 0, 1}, first{1, 0, 0};
  if (normal) {
    axis = normalised({(*normal)[0], (*normal)[1], (*normal)[2]});
    // any direction that is not nearly the axis itself
    const Axis other = std::fabs(axis[2]) < 0.9 ? Axis{0, 0, 1} : Axis{1, 0, 0};
    first = normalised(cross(axis, other));
  }
  if (spoke) {
    const Axis along{(*spoke)[0], (*spoke)[1], spoke->size() == 3 ? (*spoke)[2] : 0};
    first = normalised(cross(cross(axis, along), axis));
  }
  const Axis second = cross(axis, first);
  constexpr int corners = 72;
  std::vector<Position> rim;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    Position corner = centre;
    for (std::size_t i = 0; i < corner.size(); ++i)
      corner[i] += radius * (std::cos(angle) * first[i] + std::sin(angle) * second[i]);
    rim.push_back(corner);
  }
  return rim;
}

std::vector<std::vector<Position>> box_faces(const Position& centre, const Position& size,
                                             double angle) {
  const auto corner = [&](double x, double y, double z) {
    const double u = x * size[0] / 2, v = y * size[1] / 2;
    Position place = centre;
    place[0] += std::cos(angle) * u - std::sin(angle) * v;
    place[1] += std::sin(angle) * u + std::cos(angle) * v;
    if (place.size() == 3) place[2] += z * size[2] / 2;
    return place;
  };
  const auto level = [&](double z) {
    return std::vector{corner(-1, -1, z), corner(1, -1, z), corner(1, 1, z), corner(-1, 1, z)};
  };
  std::vector<std::vector<Position>> faces{level(1)};
  if (centre.size() == 2) return faces;
  faces.push_back(level(-1));
  for (const double side : {-1.0, 1.0}) {
    faces.push_back(
        {corner(side, -1, -1), corner(side, 1, -1), corner(side, 1, 1), corner(side, -1, 1)});
    faces.push_back(
        {corner(-1, side, -1), corner(1, side, -1), corner(1, side, 1), corner(-1, side, 1)});
  }
  return faces;
}

std::vector<Position> box_corners(const Position& centre, const Position& size,
                                  const std::vector<Position>& axes) {
  std::vector<Position> corners{centre};
  for (std::size_t k = 0; k < axes.size(); ++k) {
    std::vector<Position> both;
    for (const Position& corner : corners)
      for (const double sign : {-0.5, 0.5}) {
        both.push_back(corner);
        for (std::size_t i = 0; i < centre.size(); ++i)
          both.back()[i] += sign * size[k] * axes[k][i];
      }
    corners = std::move(both);
  }
  return corners;
}

std::vector<Position> around(const Position& centre, double radius) {
  std::vector<Position> tips;
  for (std::size_t i = 0; i < centre.size(); ++i)
    for (const double sign : {-1.0, 1.0}) {
      tips.push_back(centre);
      tips.back()[i] += sign * radius;
    }
  return tips;
}

}  // namespace alembert
