#include "theory/principles/body_forces.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace alembert::theory {

namespace {

std::vector<NodeId> values_of(const System& system) {
  const BodyRecords& records = system.body_records();
  std::vector<NodeId> formulas;
  const auto append = [&](const Nodes3& nodes) {
    formulas.insert(formulas.end(), nodes.begin(), nodes.end());
  };
  if (records.gravity[0] != no_node) append(records.gravity);
  for (const SpringRecord& spring : records.springs) {
    append(spring.a.point);
    append(spring.b.point);
    append({spring.stiffness, spring.length, spring.damping});
  }
  for (const LoadRecord& load : records.loads) {
    append(load.on.point);
    append(load.force);
    append(load.moment);
  }
  return formulas;
}

std::vector<NodeId> places_of(const System& system) {
  std::vector<NodeId> formulas;
  for (const JointRecord& joint : system.joints())
    formulas.insert(formulas.end(), joint.point.begin(), joint.point.end());
  return formulas;
}

// the place and the velocity of a point of a body, or of the ground
struct PointAt {
  Vector3 place, velocity;
};
PointAt point_at(const BodyPoint& point, const Vector3& local, const std::vector<BodyAt>& bodies) {
  if (!point.body) return {local, Vector3::Zero()};
  const BodyAt& body = bodies[*point.body];
  const Vector3 place = body.zero + body.R * local;
  return {place, body.velocity_at(place)};
}

void add_to(std::optional<std::size_t> body, const WrenchAt& wrench, double sign,
            const std::vector<BodyAt>& bodies, std::vector<BodyForce>& sums) {
  if (body)
    sums[*body].add(sign * wrench.force, wrench.place - bodies[*body].centre, sign * wrench.moment);
}

}  // namespace

void BodyForce::add(const Vector3& f, const Vector3& arm, const Vector3& m) {
  force += f;
  moment += m + arm.cross(f);
  force_size += f.norm();
  moment_size += m.norm() + arm.norm() * f.norm();
}

BodyForces::BodyForces(const Equations& equations)
    : system_(equations.system),
      formulas_(equations.system),
      values_(equations.system, values_of(equations.system)),
      places_(equations.system, places_of(equations.system)) {}

bool BodyForces::is_of_tree(std::size_t joint) const {
  const std::vector<BodyRecord>& bodies = system_.body_records().bodies;
  return std::ranges::find(bodies, joint, &BodyRecord::joint) != bodies.end();
}

std::vector<BodyForce> BodyForces::applied(const Point& point, const Vector& lambda_total,
                                           const Vector& C, const std::vector<BodyAt>& bodies,
                                           const TreeJoints& joints) {
  std::vector<BodyForce> sums(bodies.size());
  const BodyRecords& records = system_.body_records();
  const Vector values = values_.rates(point).col(0);
  Index at = 0;
  const auto next = [&]() -> Vector3 {
    at += 3;
    return values.segment<3>(at - 3);
  };
  if (records.gravity[0] != no_node) {
    const Vector3 g = next();
    for (std::size_t k = 0; k < bodies.size(); ++k)
      sums[k].add(bodies[k].mass * g, Vector3::Zero(), Vector3::Zero());
  }
  for (const SpringRecord& spring : records.springs) {
    const Vector3 point_a = next(), point_b = next(), law = next();
    const PointAt a = point_at(spring.a, point_a, bodies), b = point_at(spring.b, point_b, bodies);
    const Vector3 span = b.place - a.place;
    const double stiffness = law[0], at_rest = law[1], damping = law[2], length = span.norm();
    // per length; without a length at rest it pulls evenly, also where its points coincide
    double tension = stiffness;
    if (at_rest != 0) tension -= stiffness * at_rest / length;
    if (damping != 0) tension += damping * span.dot(b.velocity - a.velocity) / (length * length);
    const WrenchAt on_a{a.place, tension * span, Vector3::Zero()};
    const WrenchAt on_b{b.place, tension * span, Vector3::Zero()};
    add_to(spring.a.body, on_a, 1, bodies, sums);
    add_to(spring.b.body, on_b, -1, bodies, sums);
  }
  for (const LoadRecord& load : records.loads) {
    const Vector3 local = next(), force = next(), moment = next();
    add_to(load.on.body, {point_at(load.on, local, bodies).place, force, moment}, 1, bodies, sums);
  }
  add_variable_forces(formulas_.at(point, lambda_total, C), joints, bodies, sums);
  return sums;
}

void BodyForces::add_variable_forces(const VariableForces& forces, const TreeJoints& joints,
                                     const std::vector<BodyAt>& bodies,
                                     std::vector<BodyForce>& sums) const {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const TreeJoint& joint = joints.of_body[k];
    const auto count = static_cast<Index>(joint.variables.size());
    Vector own(count), size(count);
    for (Index i = 0; i < count; ++i) {
      own[i] = forces.force[joint.variables[static_cast<std::size_t>(i)]];
      size[i] = forces.size[joint.variables[static_cast<std::size_t>(i)]];
    }
    // the power of the wrench in every displacement is that of the forces
    const Vector wrench = joint.shares.transpose() * own,
                 sizes = joint.shares.cwiseAbs().transpose() * size;
    const WrenchAt on_body{joint.place, wrench.head<3>(), wrench.tail<3>()};
    const std::optional<std::size_t> parent = system_.body_records().bodies[k].parent;
    add_to(k, on_body, 1, bodies, sums);
    add_to(parent, on_body, -1, bodies, sums);
    for (const std::optional<std::size_t> body : {std::optional(k), parent})
      if (body) {
        const double arm = (joint.place - bodies[*body].centre).norm();
        sums[*body].force_size += sizes.head<3>().norm();
        sums[*body].moment_size += sizes.tail<3>().norm() + arm * sizes.head<3>().norm();
      }
  }
}

std::vector<JointReaction> BodyForces::reactions(const Point& point, const Vector& watches) {
  std::vector<JointReaction> found;
  const Vector places = places_.rates(point).col(0);
  Index at = 0;
  for (std::size_t j = 0; j < system_.joints().size(); ++j) {
    const JointRecord& joint = system_.joints()[j];
    if (joint.point.empty()) continue;
    WrenchAt wrench{Vector3::Zero(), Vector3::Zero(), Vector3::Zero()};
    const auto dimensions = static_cast<Index>(joint.point.size());
    wrench.place.head(dimensions) = places.segment(at, dimensions);
    at += dimensions;
    for (std::size_t i = 0; i < joint.force.size(); ++i)
      wrench.force[static_cast<Index>(i)] = watches[static_cast<Index>(joint.force[i])];
    // in the plane the one moment is about its normal
    for (std::size_t i = 0; i < joint.moment.size(); ++i)
      wrench.moment[static_cast<Index>(joint.moment.size() == 1 ? 2 : i)] =
          watches[static_cast<Index>(joint.moment[i])];
    const JoinedBodies& bodies = system_.body_records().joined[j];
    const bool is_on_from = joint.on == joint.from;
    found.push_back({j, is_of_tree(j), is_on_from ? bodies.from : bodies.to,
                     is_on_from ? bodies.to : bodies.from, wrench});
  }
  return found;
}

void add_reaction(const JointReaction& reaction, const std::vector<BodyAt>& bodies,
                  std::vector<BodyForce>& sums) {
  add_to(reaction.on, reaction.wrench, 1, bodies, sums);
  add_to(reaction.other, reaction.wrench, -1, bodies, sums);
}

}  // namespace alembert::theory
