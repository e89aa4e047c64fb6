// What bodies and the joints that carry them add to the energies.

#include <fmt/format.h>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

// T = ½ m |u + ω × c|² + ½ ω·J ω and V = −m g·r of each body
void add_energies(Parts& parts) {
  for (const Link& link : parts.links) {
    if (&link == &parts.links.front()) continue;
    const Vector c = link.mass.centre - link.origin;
    const Vector v = link.u + cross(link.w, c);
    const Vector h = link.mass.inertia * link.w;
    parts.system.kinetic(0.5 * link.mass.mass * dot(v, v) + 0.5 * dot(link.w, h));
    if (parts.gravity)
      parts.system.potential(-(link.mass.mass * dot(*parts.gravity, link.place(link.mass.centre))));
  }
}

void add_joint_forces(Parts& parts, const JointPlace& place) {
  const Joint& joint = place.joint;
  const bool has_any = joint.spring || joint.damping || joint.armature;
  if (!has_any) return;
  System& system = parts.system;
  if (!place.carries())
    throw ModelError(
        fmt::format("joint '{}' closes a loop, and has no coordinate for its spring, damping or "
                    "armature",
                    joint.name),
        "write it before the joints that reach its bodies otherwise");
  if (place.motion.coordinates.size() != 1)
    throw ModelError(
        fmt::format("spring, damping and armature belong to one freedom, and joint '{}' has {}",
                    joint.name,
                    place.motion.coordinates.size() - (place.motion.quaternion.empty() ? 0 : 1)),
        "write potential and dissipation with its coordinates");
  const Expr q(system.graph(), system.coordinates()[place.motion.coordinates[0]].q);
  if (joint.spring)
    system.potential(0.5 * *joint.spring * square(q - joint.spring_from.value_or(Expr(0.0))));
  if (joint.damping) system.dissipation(0.5 * *joint.damping * square(rate(q)));
  if (joint.armature) system.kinetic(0.5 * *joint.armature * square(rate(q)));
}

}  // namespace alembert
