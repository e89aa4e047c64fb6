// What joints do to their bodies: from the multipliers of those that close loops, from the openings
// of those that carry.

#include <numbers>

#include "bodies/parts.hpp"

namespace alembert {

namespace {

Wrench of_rows(const JointPlace& place) {
  Wrench wrench{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  for (const ClosingRow& row : place.rows) {
    if (row.what == ClosingRow::What::force) {
      wrench.force = wrench.force + row.multiplier * row.direction;
      wrench.moment = wrench.moment + (row.twist * row.multiplier) * row.direction;
    } else if (row.what == ClosingRow::What::moment) {
      wrench.moment = wrench.moment + row.multiplier * row.direction;
    }
  }
  // a wheel is the first of its bodies, and the plane the second
  if (place.joint.kind == JointKind::rolling) wrench.force = -wrench.force;
  return wrench;
}

Wrench of_openings(const Parts& parts, const JointPlace& place) {
  const Link& link = parts.links[place.carried];
  Vector F{0.0, 0.0, 0.0}, M{0.0, 0.0, 0.0};
  for (std::size_t k = 0; k < place.shifts.size(); ++k)
    F = F + parts.system.holding(place.shifts[k]) * place.motion.held_shifts[k];
  for (std::size_t k = 0; k < place.turns.size(); ++k)
    M = M + parts.system.holding(place.turns[k]) * place.motion.held_turns[k];
  if (!place.motion.only_moment.empty())
    M = dot(place.motion.only_moment, M) * place.motion.only_moment;
  if (place.joint.kind == JointKind::screw) {
    // no power in the motion of the screw: M·n + h/2π F·n = 0
    const Vector n = cross(place.motion.held_turns[0], place.motion.held_turns[1]);
    M = M - (*place.joint.pitch / (2 * std::numbers::pi) * dot(F, n)) * n;
  }
  const Wrench wrench{link.R * F, link.R * M};
  if (place.carried == place.b) return wrench;
  // of a joint that slides, the point of B counts, whichever of its bodies is carried
  const Vector arm = link.p - parts.links[place.b].place(place.point_b);
  return {-wrench.force, -(wrench.moment + cross(arm, wrench.force))};
}

}  // namespace

Wrench wrench_on_b(const Parts& parts, const JointPlace& place) {
  return place.carries() ? of_openings(parts, place) : of_rows(place);
}

Wrench wrench_of_coupling(const Parts& parts, const JointPlace& place, std::size_t on) {
  const Vector about = joint_point(parts, place);
  Wrench wrench{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  for (const CouplingEnd& end : place.ends) {
    if (end.link != on) continue;
    wrench.force = wrench.force + end.wrench.force;
    wrench.moment = wrench.moment + end.wrench.moment + cross(end.at - about, end.wrench.force);
  }
  return wrench;
}

Vector joint_point(const Parts& parts, const JointPlace& place) {
  if (!place.ends.empty()) return place.ends.front().at;
  if (place.contact.empty()) return parts.links[place.b].place(place.point_b);
  return parts.links[place.a].place(place.point_a) + place.contact;
}

}  // namespace alembert
