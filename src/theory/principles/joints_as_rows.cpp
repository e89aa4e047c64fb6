#include "theory/principles/joints_as_rows.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

#include "theory/comparison.hpp"
#include "theory/principles/residual.hpp"

namespace alembert::theory {

namespace {

// a mechanism whose equations are nearer to singular than this keeps fewer than four digits
constexpr double nearly_singular = 1e-12;

// c̈ and α of a body, behind each other
Vector acceleration_of(const BodyAt& body) {
  Vector a(6);
  a << body.acceleration, body.alpha;
  return a;
}

// What a wrench about a place does to c̈ and α of a body: its force, and its moment about the
// centre.
Vector about_centre(const Vector& wrench, const Vector3& place, const BodyAt& body) {
  Vector w(6);
  const Vector3 force = wrench.head<3>(), moment = wrench.tail<3>();
  w << force, moment + (place - body.centre).cross(force);
  return w;
}

}  // namespace

BodiesWithRows solve_with_rows(const System& system, const BodyInstant& now,
                               const std::vector<BodyAt>& elsewhere) {
  const std::vector<BodyRecord>& records = system.body_records().bodies;
  const bool is_planar = system.body_records().is_planar;
  const auto bodies = static_cast<Index>(now.bodies.size());
  std::vector<BodyForce> given = now.applied;
  for (const JointReaction& reaction : now.reactions)
    if (!reaction.is_of_tree) add_reaction(reaction, now.bodies, given);

  Index rows = 0;
  double mass = 0;
  for (std::size_t k = 0; k < now.bodies.size(); ++k) {
    rows += now.joints.of_body[k].held.cols();
    mass = std::max(mass, now.bodies[k].mass);
  }
  const double l = now.joints.length;
  BodiesWithRows result;
  if (!(mass > 0)) {
    result.failure = "no body has a mass";
    return result;
  }
  // [M −Aᵀ; A 0] in units of the largest mass and of the size of the mechanism
  Matrix K = Matrix::Zero(6 * bodies + rows, 6 * bodies + rows);
  Vector right(6 * bodies + rows), unit(6);
  unit << 1, 1, 1, 1 / l, 1 / l, 1 / l;
  Index row = 6 * bodies;
  for (Index k = 0; k < bodies; ++k) {
    const auto b = static_cast<std::size_t>(k);
    const BodyAt& body = now.bodies[b];
    Matrix M = Matrix::Zero(6, 6);
    M.topLeftCorner(3, 3).diagonal().setConstant(body.mass);
    M.bottomRightCorner(3, 3) = body.J;
    if (is_planar) M.diagonal().segment<3>(2).setConstant(mass);
    if (is_planar) M(3, 3) = M(4, 4) = mass * l * l;
    K.block(6 * k, 6 * k, 6, 6) = unit.asDiagonal() * M * unit.asDiagonal() / mass;
    Vector force(6);
    force << given[b].force, given[b].moment - body.omega.cross(body.J * body.omega);
    right.segment(6 * k, 6) = unit.cwiseProduct(force);

    const TreeJoint& joint = now.joints.of_body[b];
    for (Index i = 0; i < joint.held.cols(); ++i, ++row) {
      const Vector wrench = l * joint.held.col(i);
      const Vector on_body = about_centre(wrench, joint.place, body);
      double b_row = on_body.dot(acceleration_of(elsewhere[b]));
      K.block(row, 6 * k, 1, 6) = unit.cwiseProduct(on_body).transpose();
      if (const auto parent = records[b].parent) {
        const Vector on_parent = -about_centre(wrench, joint.place, now.bodies[*parent]);
        b_row += on_parent.dot(acceleration_of(elsewhere[*parent]));
        K.block(row, 6 * static_cast<Index>(*parent), 1, 6) =
            unit.cwiseProduct(on_parent).transpose();
      }
      right[row] = b_row;
    }
  }
  K.topRightCorner(6 * bodies, rows) = -K.bottomLeftCorner(rows, 6 * bodies).transpose();
  const Eigen::PartialPivLU<Matrix> factors(K);
  if (!(factors.rcond() > nearly_singular)) {
    result.failure = "bodies that joints of the tree hold have no inertia of their own";
    return result;
  }
  right.tail(rows) *=
      mass;  // as M is told in units of it, all accelerations are mass times what they are
  const Vector x = factors.solve(right);

  row = 6 * bodies;
  for (Index k = 0; k < bodies; ++k) {
    const TreeJoint& joint = now.joints.of_body[static_cast<std::size_t>(k)];
    const Vector a = unit.cwiseProduct(x.segment(6 * k, 6)) / mass;
    result.acceleration.emplace_back(a.head<3>());
    result.alpha.emplace_back(a.tail<3>());
    Vector wrench = Vector::Zero(6);
    for (Index i = 0; i < joint.held.cols(); ++i) wrench += x[row++] * l * joint.held.col(i);
    result.on_body.push_back({joint.place, wrench.head<3>(), wrench.tail<3>()});
  }
  return result;
}

Identities check_joints_as_rows(const System& system, const BodyInstant& now,
                                const std::vector<BodyAt>& elsewhere) {
  constexpr const char* accelerations =
      "q̈ moves the bodies as free ones with every joint of the tree as rows";
  constexpr const char* wrenches = "the same rows carry the reactions of the joints of the tree";
  const BodiesWithRows other = solve_with_rows(system, now, elsewhere);
  if (!other.failure.empty())
    return {skip("B7", accelerations, other.failure), skip("B7", wrenches, other.failure)};
  const double l = now.joints.length;
  double apart = 0, size = 0, force_size = 0, difference = 0, mass = 0;
  for (const BodyAt& body : now.bodies) mass = std::max(mass, body.mass);
  for (std::size_t k = 0; k < now.bodies.size(); ++k) {
    const BodyAt& body = now.bodies[k];
    apart = std::max(apart, (body.acceleration - other.acceleration[k]).norm() +
                                l * (body.alpha - other.alpha[k]).norm());
    size = std::max(
        size, body.acceleration.norm() + l * body.alpha.norm() + l * body.omega.squaredNorm());
    if (body.mass > 1e-3 * mass) size = std::max(size, now.applied[k].force_size / body.mass);
    force_size =
        std::max(force_size, now.applied[k].force_size + now.needed[k].force_size +
                                 (now.applied[k].moment_size + now.needed[k].moment_size) / l);
  }
  for (const JointReaction& reaction : now.reactions)
    for (std::size_t k = 0; k < now.bodies.size(); ++k) {
      if (system.body_records().bodies[k].joint != reaction.joint) continue;
      const double sign = reaction.on == k ? 1 : -1;
      const WrenchAt& wrench = reaction.wrench;
      const Vector3 force = sign * wrench.force,
                    moment = sign * wrench.moment_about(other.on_body[k].place);
      difference = std::max(difference, (force - other.on_body[k].force).norm() +
                                            (moment - other.on_body[k].moment).norm() / l);
      force_size = std::max(force_size, wrench.force.norm() + wrench.moment.norm() / l);
    }
  // the rows lose as many digits as bodies differ in mass
  return {
      state("B7", accelerations, apart > 0 ? apart / size : 0, rounding_of_solutions),
      state("B7", wrenches, difference > 0 ? difference / force_size : 0, rounding_of_solutions)};
}

}  // namespace alembert::theory
