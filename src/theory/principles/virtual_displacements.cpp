#include "theory/principles/virtual_displacements.hpp"

#include <Eigen/SVD>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "theory/comparison.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

namespace {

using Svd = Eigen::JacobiSVD<Matrix>;

// rows at unit length; zero rows stay zero
Matrix unit_rows(const Matrix& A) {
  Matrix scaled = A;
  for (Index i = 0; i < A.rows(); ++i)
    if (const double length = A.row(i).norm(); length > 0) scaled.row(i) /= length;
  return scaled;
}

// rows for coordinates in these units
Matrix in_units(const Matrix& A, const Vector& unit) {
  return unit.size() == 0 ? A : Matrix(A * unit.asDiagonal());
}

// orthonormal columns that span R(Aᵀ), followed by those of N(A)
struct Spaces {
  Matrix range, null;
};
Spaces spaces_of(const Matrix& A, double tolerance) {
  const Index n = A.cols();
  // as many rows as columns at least, so that every direction gets its singular vector
  Matrix rows = Matrix::Zero(std::max(n, A.rows()), n);
  rows.topRows(A.rows()) = unit_rows(A);
  const Svd svd(rows, Eigen::ComputeThinV);
  const Vector& sizes = svd.singularValues();
  Index rank = 0;
  while (rank < n && sizes[rank] > tolerance * sizes[0]) ++rank;
  return {svd.matrixV().leftCols(rank), svd.matrixV().rightCols(n - rank)};
}

Point with_acceleration(Point point, const Vector& v) {
  point.a += v;
  return point;
}

// the state at dt on the path of constant acceleration through the point
Point later(const Point& point, double dt) {
  return {.t = point.t + dt,
          .q = point.q + dt * point.v + dt * dt / 2 * point.a,
          .v = point.v + dt * point.a,
          .a = point.a};
}

}  // namespace

Matrix virtual_basis(const Matrix& A, double tolerance) { return spaces_of(A, tolerance).null; }

bool is_virtual(const Matrix& A, const Vector& v, double tolerance) {
  return largest_component(unit_rows(A) * v) <= tolerance * v.norm();
}

Vector principal_angles(const Matrix& U, const Matrix& W) {
  const Matrix& small = U.cols() <= W.cols() ? U : W;
  const Matrix& large = U.cols() <= W.cols() ? W : U;
  if (small.cols() == 0) return Vector(0);
  // large angles from cosines, small ones from the part outside of the other space
  const Svd cosines(large.transpose() * small, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Matrix directions = small * cosines.matrixV();
  Vector angles(small.cols());
  for (Index i = 0; i < angles.size(); ++i) {
    const Vector direction = directions.col(i);
    const double sine = (direction - large * (large.transpose() * direction)).norm();
    angles[i] =
        std::atan2(sine, i < cosines.singularValues().size() ? cosines.singularValues()[i] : 0.0);
  }
  return angles;
}

VirtualWork virtual_work(const Matrix& A, const Vector& force) {
  const Spaces spaces = spaces_of(A, 1e-10);
  VirtualWork work;
  const Vector along = spaces.null * (spaces.null.transpose() * force);
  work.largest = along.norm();
  work.displacement =
      work.largest > 0 ? Vector(along / work.largest) : Vector(Vector::Zero(force.size()));
  work.relative = work.largest == 0 ? 0 : work.largest / force.norm();
  work.off_rows = (force - spaces.range * (spaces.range.transpose() * force)).norm();
  return work;
}

double Distance::largest() const {
  return std::max(largest_component(position), largest_component(velocity));
}

Distance distance_from_constraints(ConstraintRates& rates, const Point& point, const Sizes& sizes) {
  const Vector residual = rates.residual(point), velocity = rates.velocity_residual(point);
  const auto& [units, terms, acceleration] = sizes;
  const Vector position_size =
      terms.residual + terms.A * (point.q.cwiseAbs() + units.position * units.coordinate);
  const Vector velocity_size =
      terms.rate + terms.A * (point.v.cwiseAbs() + units.velocity * units.coordinate);
  Distance distance{Vector::Zero(rates.rows()), Vector::Zero(rates.rows())};
  const auto relative = [](double value, double size) {
    return value == 0 ? 0 : std::fabs(value) / size;
  };
  for (Index i = 0; i < rates.rows(); ++i) {
    const Level level = rates.levels()[static_cast<std::size_t>(i)];
    if (level == Level::acceleration) continue;
    if (level == Level::position) distance.position[i] = relative(residual[i], position_size[i]);
    distance.velocity[i] = relative(velocity[i], velocity_size[i]);
  }
  return distance;
}

bool is_dynamical_virtual(ConstraintRates& rates, const Point& point, const Vector& w,
                          const Vector& unit, double tolerance) {
  const Vector change = rates.along_vertical(point, w);
  const Vector lengths = in_units(rates.A(point), unit).rowwise().norm();
  const double length = unit.size() == 0 ? w.norm() : w.cwiseQuotient(unit).norm();
  for (Index i = 0; i < rates.rows(); ++i)
    if (std::fabs(change[i]) > tolerance * lengths[i] * length) return false;
  return true;
}

Vector slope_of_contact(ConstraintRates& rates, const Point& point, const Vector& v, double dt) {
  return (rates.velocity_residual(later(with_acceleration(point, v), dt)) -
          rates.velocity_residual(point)) /
         dt;
}

Vector possible_displacement(Manifold& manifold, const Point& point, const Vector& v, double dt) {
  Point path = later(with_acceleration(point, v), dt), motion = later(point, dt);
  for (Point* end : {&path, &motion})
    if (!manifold.project(end->t, end->q, end->v))
      throw ModelError("no state on the constraints was found beside the motion",
                       "look at a smaller time step");
  return path.q - motion.q;
}

Vector turning(ConstraintRates& rates, const Point& point, const Vector& other_velocity,
               const Vector& unit) {
  Point other = point;
  other.v = other_velocity;
  return principal_angles(virtual_basis(in_units(rates.A(point), unit)),
                          virtual_basis(in_units(rates.A(other), unit)));
}

Identities check_virtual_displacements(const Equations& equations, ConstraintRates& rates,
                                       const Point& point, const Vector& ideal_force,
                                       const Sizes& sizes) {
  const auto& [units, terms, acceleration] = sizes;
  const Vector& s = units.coordinate;
  // displacements v = s v′, forces F = F′/s, rows A′ = A s
  const Matrix A = rates.A(point) * s.asDiagonal(), basis = virtual_basis(A);
  const Index n = point.q.size();
  Identities found;
  const Index rank = n - basis.cols();
  found.push_back(met_by_rows(vanishes("V6", "φ = 0, φ̇ = 0, ψ = 0: the state lies on Σ_t",
                                       distance_from_constraints(rates, point, sizes).largest(), 1),
                              A.rows(), rank));
  const VirtualWork work = virtual_work(A, s.cwiseProduct(ideal_force));
  found.push_back(
      solved_for(vanishes("X4", "vᵀF = 0 for every v with A v = 0", work.largest, acceleration)));
  found.push_back(compare("V14", "work in N(A) and distance from R(Aᵀ) are one", work.largest,
                          work.off_rows, acceleration));

  // the same space from the constraints along q̇ + s w, and a vector that is in neither
  bool same = true;
  for (Index c = 0; c < basis.cols(); ++c)
    same &= is_dynamical_virtual(rates, point, s.cwiseProduct(basis.col(c)), s);
  for (Index i = 0; i < A.rows(); ++i)
    if (A.row(i).norm() > 0 && rates.levels()[static_cast<std::size_t>(i)] != Level::acceleration)
      same &= !is_dynamical_virtual(rates, point, s.cwiseProduct(A.row(i).transpose()), s);
  found.push_back(
      vanishes("V8", "(0, w) is tangent to Σ_t exactly where A w = 0", same ? 0 : 1, 1));

  // possible accelerations: all of q̈ + N(A), and nothing else
  const double length = acceleration > 0 ? acceleration : 1;
  const Vector possible = length * s.cwiseProduct(basis * Vector::Ones(basis.cols()));
  const ByRow kept = rates.acceleration_residual(with_acceleration(point, possible)),
              before = rates.acceleration_residual(point);
  found.push_back(compare("X7", "A (ü − q̈) = 0 for possible accelerations ü", kept.value,
                          before.value,
                          kept.size + before.size + terms.A * (point.a.cwiseAbs() + length * s)));

  // an actual displacement q̇ dt moves t as well
  Identity actual =
      met_by_rows(vanishes("V3", "A q̇ = −∂φ/∂t for position rows", 0, 1), A.rows(), rank);
  const Vector with_time_held = rates.along_positions_only(point, point.v),
               by_time = rates.along_time_only(point);
  // a velocity is known to its rounding, near rest to that of the usual velocity
  const Vector row_size = terms.rate + terms.A * (point.v.cwiseAbs() + units.velocity * s);
  bool position_rows = false;
  for (Index i = 0; i < A.rows(); ++i) {
    if (rates.levels()[static_cast<std::size_t>(i)] != Level::position) continue;
    position_rows = true;
    const Identity row =
        compare("V3", actual.statement, with_time_held[i], -by_time[i], row_size[i]);
    actual.residual = std::max(actual.residual, row.residual);
  }
  if (!position_rows) actual.does_not_apply = "there are no position rows";
  found.push_back(actual);

  // N(A) at another velocity: the same wherever the velocities enter linearly
  bool affine = A.rows() > 0;
  for (const EquationRow& row : equations.rows)
    affine &=
        row.classification.form != VelocityForm::nonlinear && row.level != Level::acceleration;
  const Vector other = (units.velocity > 0 ? units.velocity : 1) * s - 2 * point.v;
  Identity still =
      vanishes("V11", "N(A) is that of every velocity: classical virtual displacements",
               largest_component(turning(rates, point, other, s)), 1);
  if (!affine) still.does_not_apply = "a row is nonlinear in the velocities, or there are none";
  found.push_back(still);
  return found;
}

}  // namespace alembert::theory
