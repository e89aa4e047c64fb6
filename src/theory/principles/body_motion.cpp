#include "theory/principles/body_motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace alembert::theory {

namespace {

constexpr Index pose_size = 12, constants_size = 16;

std::vector<NodeId> poses_of(const System& system) {
  std::vector<NodeId> formulas;
  for (const BodyRecord& body : system.body_records().bodies) {
    formulas.insert(formulas.end(), body.axes.begin(), body.axes.end());
    formulas.insert(formulas.end(), body.origin.begin(), body.origin.end());
  }
  return formulas;
}

std::vector<NodeId> constants_of(const System& system) {
  std::vector<NodeId> formulas;
  for (const BodyRecord& body : system.body_records().bodies) {
    formulas.push_back(body.mass);
    for (const Nodes3* part : {&body.centre, &body.zero})
      formulas.insert(formulas.end(), part->begin(), part->end());
    formulas.insert(formulas.end(), body.inertia.begin(), body.inertia.end());
  }
  return formulas;
}

Matrix3 matrix_in(const Vector& numbers, Index first) {
  Matrix3 X;
  for (Index i = 0; i < 3; ++i) X.row(i) = numbers.segment<3>(first + 3 * i);
  return X;
}

// the vector ω of a matrix ω × ., from its antisymmetric part
Vector3 axis_of(const Matrix3& X) {
  return {(X(2, 1) - X(1, 2)) / 2, (X(0, 2) - X(2, 0)) / 2, (X(1, 0) - X(0, 1)) / 2};
}

}  // namespace

BodyMotion::BodyMotion(const System& system)
    : system_(system), poses_(system, poses_of(system)), constants_(system, constants_of(system)) {}

std::vector<BodyAt> BodyMotion::at(const Point& point) {
  const Matrix poses = poses_.rates(point);
  const Vector constants = constants_.rates(point).col(0);
  std::vector<BodyAt> bodies;
  axes_.clear();
  deformation_ = 0;
  const auto count = static_cast<Index>(system_.body_records().bodies.size());
  for (Index k = 0; k < count; ++k) {
    const Index pose = k * pose_size, own = k * constants_size;
    const Matrix3 R = matrix_in(poses.col(0), pose), R_dot = matrix_in(poses.col(1), pose),
                  R_ddot = matrix_in(poses.col(2), pose);
    const auto p = poses.block<3, 3>(pose + 9, 0);
    const Vector3 c = constants.segment<3>(own + 1), zero = constants.segment<3>(own + 4);
    BodyAt body;
    body.mass = constants[own];
    body.R = R;
    body.p = p.col(0);
    body.p_dot = p.col(1);
    body.zero = body.p + R * zero;
    body.centre = body.p + R * c;
    body.velocity = body.p_dot + R_dot * c;
    body.acceleration = p.col(2) + R_ddot * c;
    // Ṙ Rᵀ = ω × . and R̈ Rᵀ = α × . + ω × (ω × .), of which the last is symmetric
    body.omega = axis_of(R_dot * R.transpose());
    body.alpha = axis_of(R_ddot * R.transpose());
    body.J = R * matrix_in(constants, own + 7) * R.transpose();
    deformation_ = std::max({deformation_, (R.transpose() * R - Matrix3::Identity()).norm(),
                             std::fabs(R.determinant() - 1)});
    axes_.push_back(R);
    bodies.push_back(body);
  }
  return bodies;
}

std::vector<Screw> BodyMotion::displacements(Index variable) {
  const Vector slopes = poses_.by(OpenCurves::Change::place, variable);
  std::vector<Screw> found;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Index pose = static_cast<Index>(k) * pose_size;
    found.push_back(
        {slopes.segment<3>(pose + 9), axis_of(matrix_in(slopes, pose) * axes_[k].transpose())});
  }
  return found;
}

std::vector<Index> BodyMotion::variables_of(std::size_t body) const {
  const BodyRecord& record = system_.body_records().bodies[body];
  std::vector<Index> variables;
  for (const std::size_t j : system_.joints()[record.joint].coordinates)
    variables.push_back(static_cast<Index>(j));
  const auto coordinates = static_cast<Index>(system_.coordinates().size());
  for (std::size_t k = record.first_opening; k < record.openings_end; ++k)
    variables.push_back(coordinates + static_cast<Index>(k));
  return variables;
}

}  // namespace alembert::theory
