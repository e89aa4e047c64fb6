#include "theory/principles/tree_joints.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>

namespace alembert::theory {

namespace {

// what is this small beside the others is rounding
constexpr double negligible = 1e-9;

// X⁺ and a basis of N(X)
struct Solved {
  Matrix inverse, null;
  Index rank;
};

// singular values count beside the largest, and beside `size`
Solved solved(const Matrix& X, double size = 0) {
  if (X.size() == 0)
    return {Matrix::Zero(X.cols(), X.rows()), Matrix::Identity(X.cols(), X.cols()), 0};
  const Eigen::JacobiSVD<Matrix> svd(X, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vector& s = svd.singularValues();
  Index rank = 0;
  while (rank < s.size() && s[rank] > negligible * std::max(size, s[0])) ++rank;
  Solved result{Matrix::Zero(X.cols(), X.rows()), svd.matrixV().rightCols(X.cols() - rank), rank};
  for (Index k = 0; k < rank; ++k)
    result.inverse += svd.matrixV().col(k) * svd.matrixU().col(k).transpose() / s[k];
  return result;
}

double size_of(const std::vector<BodyAt>& bodies) {
  Eigen::AlignedBox3d box;
  for (const BodyAt& body : bodies) {
    box.extend(body.p);
    box.extend(body.centre);
  }
  const double diagonal = bodies.empty() ? 0 : box.diagonal().norm();
  return diagonal > 0 ? diagonal : 1;
}

}  // namespace

TreeJoints tree_joints(const System& system, BodyMotion& motion,
                       const std::vector<BodyAt>& bodies) {
  const std::vector<BodyRecord>& records = system.body_records().bodies;
  TreeJoints result{.of_body = std::vector<TreeJoint>(bodies.size()), .length = size_of(bodies)};
  const bool is_planar = system.body_records().is_planar;
  const double l = result.length;
  Vector units(6);
  units << 1 / l, 1 / l, 1 / l, 1, 1, 1;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    TreeJoint& joint = result.of_body[k];
    joint.variables = motion.variables_of(k);
    joint.coordinates = static_cast<Index>(system.joints()[records[k].joint].coordinates.size());
    joint.place = bodies[k].p;
    joint.columns.resize(6, static_cast<Index>(joint.variables.size()));
  }
  std::vector<bool> is_moved(static_cast<std::size_t>(motion.variables()));
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    TreeJoint& joint = result.of_body[k];
    for (std::size_t i = 0; i < joint.variables.size(); ++i) {
      const auto x = static_cast<std::size_t>(joint.variables[i]);
      if (is_moved[x]) result.why_not = "a coordinate belongs to two joints";
      is_moved[x] = true;
      const std::vector<Screw> moved = motion.displacements(joint.variables[i]);
      joint.columns.col(static_cast<Index>(i)) << moved[k].shift, moved[k].turn;
      // all that this body carries must move with it, and nothing else
      for (std::size_t other = 0; other < bodies.size(); ++other) {
        std::optional<std::size_t> carrier = other;
        while (carrier && *carrier != k) carrier = records[*carrier].parent;
        Screw expected;
        if (carrier) {
          const Vector3 arm = bodies[other].p - bodies[k].p;
          expected = {moved[k].shift + moved[k].turn.cross(arm), moved[k].turn};
        }
        const double apart = (moved[other].shift - expected.shift).norm() / l +
                             (moved[other].turn - expected.turn).norm();
        const double size = moved[k].shift.norm() / l + moved[k].turn.norm();
        if (!(apart <= negligible * size)) result.why_not = "a coordinate drives several joints";
      }
    }
    const Matrix scaled = units.asDiagonal() * joint.columns;
    const Solved all = solved(scaled);
    if (all.rank < (is_planar ? 3 : 6))
      result.why_not = "a joint has openings of fewer directions than it holds";
    const Index openings = scaled.cols() - joint.coordinates;
    joint.shares = all.inverse;
    if (openings > 0 && all.null.cols() > 0)
      joint.shares -= all.null * solved(all.null.bottomRows(openings), 1).inverse *
                      all.inverse.bottomRows(openings);
    joint.shares = joint.shares * units.asDiagonal();
    // W·s = 0 for every column s that is allowed; a planar model says nothing about what leaves the
    // plane
    Matrix allowed = scaled.leftCols(joint.coordinates);
    if (is_planar) {
      allowed.conservativeResize(6, joint.coordinates + 3);
      allowed.rightCols(3) = Matrix::Identity(6, 6).middleCols(2, 3);
    }
    joint.held = units.asDiagonal() * solved(allowed.transpose()).null;
  }
  return result;
}

}  // namespace alembert::theory
