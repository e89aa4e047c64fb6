// The two sides of a joint that closes a loop, and the axes in which its rows are written.

#include <cmath>

#include "bodies/parts.hpp"

namespace alembert {

namespace {

/// The axes and the origin of a link in those of a link that carries it.
struct Pose {
  Tensor R = Tensor::identity();
  Vector p{0.0, 0.0, 0.0};
};

Pose pose_in(const Parts& parts, std::size_t link, std::size_t ancestor) {
  std::vector<std::size_t> path;
  for (; link != ancestor; link = parts.links[link].parent) path.push_back(link);
  Pose pose;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    pose.p = pose.p + pose.R * parts.links[*step].d;
    pose.R = pose.R * parts.links[*step].E;
  }
  return pose;
}

double length(const Parts& parts, const Vector& vector) {
  double square = 0;
  for (const Expr& component : vector) square += std::pow(parts.number(component), 2);
  return std::sqrt(square);
}

// The axis of a hinge of the loop that is not along n, as it is drawn or in the axes of A and B.
std::optional<Vector> hinge_across(const Parts& parts, const JointPlace& place, const Vector& n) {
  constexpr double parallel = 1e-3;
  const std::size_t common = common_link(parts, place.a, place.b);
  for (const std::size_t end : {place.a, place.b})
    for (std::size_t link = end; link != common; link = parts.links[link].parent)
      for (const JointPlace& carrier : parts.joints) {
        const bool is_hinge = carrier.carried == link && carrier.joint.kind == JointKind::revolute;
        const bool is_told_alike = carrier.joint.is_drawn() == place.joint.is_drawn() &&
                                   (place.joint.is_drawn() || link == end);
        if (!is_hinge || !is_told_alike) continue;
        const Vector m = parts.axis_of(carrier.joint, 0);
        if (length(parts, cross(n, m)) > parallel) return m;
      }
  return std::nullopt;
}

// Axes across n. In a loop whose hinges are parallel one of them is theirs, however it is drawn:
// what holds by itself in such a loop has rows of its own then, and need not be told from rounding
// on the way.
Across axes_across(const Parts& parts, const JointPlace& place, const Vector& n) {
  constexpr double parallel = 1e-9;
  const Across usual = across(parts.system, n);
  if (parts.is_planar) return usual;
  const std::optional<Vector> m = hinge_across(parts, place, n);
  if (!m) return usual;
  const Vector e1 = unit(cross(n, *m));
  for (const Vector& axis : {usual.e1, usual.e2})
    if (length(parts, cross(e1, axis)) < parallel) return usual;
  return {e1, cross(n, e1)};
}

// The axis of rows that have none by themselves: that of a hinge of the loop, unless the frame has
// it.
Vector main_axis(const Parts& parts, const JointPlace& place) {
  constexpr double parallel = 1e-9;
  const Vector usual = parts.axis_of(place.joint, 0);
  const bool has_none =
      place.joint.kind == JointKind::weld || place.joint.kind == JointKind::spherical;
  if (!has_none || parts.is_planar || !place.joint.along.empty()) return usual;
  const std::optional<Vector> m = hinge_across(parts, place, usual);
  if (!m) return usual;
  for (const Expr& component : *m)
    if (std::fabs(std::fabs(parts.number(component)) - 1) < parallel) return usual;
  return *m;
}

}  // namespace

std::size_t depth_of(const Parts& parts, std::size_t link) {
  std::size_t steps = 0;
  for (; link != Parts::ground; link = parts.links[link].parent) ++steps;
  return steps;
}

std::size_t common_link(const Parts& parts, std::size_t a, std::size_t b) {
  std::size_t depth_a = depth_of(parts, a), depth_b = depth_of(parts, b);
  for (; depth_a > depth_b; --depth_a) a = parts.links[a].parent;
  for (; depth_b > depth_a; --depth_b) b = parts.links[b].parent;
  for (; a != b; a = parts.links[a].parent) b = parts.links[b].parent;
  return a;
}

JointSides sides_of(const Parts& parts, const JointPlace& place) {
  const Link &A = parts.links[place.a], &B = parts.links[place.b];
  const std::size_t seen_from = common_link(parts, place.a, place.b);
  const Pose a = pose_in(parts, place.a, seen_from), b = pose_in(parts, place.b, seen_from);
  JointSides sides;
  sides.gap = b.p + b.R * (place.point_b - B.origin) - (a.p + a.R * (place.point_a - A.origin));
  const Joint& joint = place.joint;
  if (joint.kind == JointKind::on_curve) {
    sides.e1 = {1.0, 0.0, 0.0};
    sides.e2 = {0.0, 1.0, 0.0};
    sides.e3 = {0.0, 0.0, 1.0};
    return sides;
  }
  if (joint.kind == JointKind::screw && !place.motion.coordinates.empty())
    sides.turn =
        Expr(parts.system.graph(), parts.system.coordinates()[place.motion.coordinates[0]].q);
  Vector n = main_axis(parts, place), e1, e2;
  if (joint.kind == JointKind::universal) {
    // e₁ and f₂ are its two axes
    e1 = n;
    e2 = parts.axis_of(joint, 1);
    n = unit(cross(e1, e2));
  } else {
    const Across frame = axes_across(parts, place, n);
    e1 = frame.e1;
    e2 = frame.e2;
  }
  const auto in = [&](const Link& link, const Vector& axis) {
    return joint.is_drawn() ? link.drawn_axis(axis) : axis;
  };
  sides.e1 = a.R * in(A, e1);
  sides.e2 = a.R * in(A, e2);
  sides.e3 = a.R * in(A, n);
  sides.f1 = b.R * in(B, e1);
  sides.f2 = b.R * in(B, e2);
  sides.f3 = b.R * in(B, n);
  return sides;
}

}  // namespace alembert
