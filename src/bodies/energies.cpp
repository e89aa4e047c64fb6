// What bodies and the joints that carry them add to the energies.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "bodies/newton_euler.hpp"
#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

// The joints that carry bodies, each behind those that carry its carrier.
std::vector<const JointPlace*> carrying_joints(const Parts& parts) {
  std::vector<const JointPlace*> joints;
  for (const JointPlace& place : parts.joints)
    if (place.carries()) joints.push_back(&place);
  std::ranges::stable_sort(
      joints, {}, [&](const JointPlace* place) { return depth_of(parts, place->carried); });
  return joints;
}

// Nothing where a joint is moved by time or by coordinates of others.
std::optional<TreeMotion> motion_of(const Parts& parts,
                                    const std::vector<const JointPlace*>& joints) {
  TreeMotion motion;
  if (parts.gravity) motion.gravity = *parts.gravity;
  std::vector<std::size_t> place_in_tree(parts.links.size());
  Kinds kinds;
  const auto noted = [&](const Expr& x) {
    if (x.graph()) kinds = kinds | x.graph()->kinds(x.node());
    return x;
  };
  for (const JointPlace* place : joints) {
    const Link& link = parts.links[place->carried];
    TreeBody body;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) body.E(i, j) = noted(parts.system.closed(link.E(i, j)));
      body.d[i] = noted(parts.system.closed(link.d[i]));
      noted(place->motion.omega[i]);
    }
    body.mass = MassMoments::of(link.mass.mass, link.mass.centre - link.origin, link.mass.inertia);
    if (link.parent != Parts::ground) body.carrier = place_in_tree[link.parent];
    place_in_tree[place->carried] = motion.tree.size();
    motion.tree.push_back(std::move(body));
    motion.omega.push_back(place->motion.omega);
  }
  if (kinds.has(Kind::time)) return std::nullopt;
  add_columns(parts.system, motion);
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (const JointColumn& column : motion.tree[i].columns)
      if (std::ranges::count(joints[i]->motion.coordinates, column.coordinate) == 0)
        return std::nullopt;
  return motion;
}

// by opening: what the joint does to the bodies that it carries along the displacement
std::vector<Expr> holding_forces_of(const Parts& parts, const TreeMotion& motion,
                                    const std::vector<const JointPlace*>& joints) {
  std::unordered_map<NodeId, std::size_t> index;
  for (const Coordinate& opening : parts.system.openings()) index.emplace(opening.q, index.size());
  std::vector<Expr> forces(index.size(), 0.0);
  const std::vector<Wrench> wrenches = carrying_wrenches(parts.system, motion);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const JointPlace& place = *joints[i];
    for (std::size_t k = 0; k < place.shifts.size(); ++k)
      forces[index.at(place.shifts[k].node())] =
          dot(place.motion.held_shifts[k], wrenches[i].force);
    for (std::size_t k = 0; k < place.turns.size(); ++k)
      forces[index.at(place.turns[k].node())] = dot(place.motion.held_turns[k], wrenches[i].moment);
  }
  return forces;
}

}  // namespace

// T = ½ m |u + ω × c|² + ½ ω·J ω and V = −m g·r of each body, and what Newton and Euler make of
// them
void add_energies(Parts& parts) {
  if (parts.links.size() == 1) return;
  BodyEnergies energies;
  for (const Link& link : parts.links) {
    if (&link == &parts.links.front()) continue;
    const Vector c = link.mass.centre - link.origin;
    const Vector v = link.u + cross(link.w, c);
    const Vector h = link.mass.inertia * link.w;
    energies.kinetic.push_back(0.5 * link.mass.mass * dot(v, v) + 0.5 * dot(link.w, h));
    if (parts.gravity)
      energies.potential.push_back(
          -(link.mass.mass * dot(*parts.gravity, link.place(link.mass.centre))));
  }
  const std::vector<const JointPlace*> joints = carrying_joints(parts);
  if (std::optional<TreeMotion> motion = motion_of(parts, joints)) {
    energies.forces = velocity_and_gravity_forces(parts.system, *motion);
    energies.holding = holding_forces_of(parts, *motion, joints);
    energies.tree = std::move(motion->tree);
    return parts.system.bodies(energies);
  }
  for (const Expr& T : energies.kinetic) parts.system.kinetic(T);
  for (const Expr& V : energies.potential) parts.system.potential(V);
}

void add_joint_forces(Parts& parts, const JointPlace& place) {
  const Joint& joint = place.joint;
  const bool has_any = joint.spring || joint.damping || joint.armature;
  if (!has_any) return;
  System& system = parts.system;
  if (place.motion.coordinates.empty())
    throw ModelError(
        fmt::format("joint '{}' closes a loop, and has no coordinate for its spring, damping or "
                    "armature",
                    joint.name),
        "write it before the joints that reach its bodies otherwise");
  if (place.motion.coordinates.size() != 1 || joint.kind == JointKind::on_curve)
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
