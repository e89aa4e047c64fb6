#include "theory/principles/derivatives.hpp"

#include <cmath>

namespace alembert::theory {

namespace {

Point no_direction(Index n) {
  return {.t = 0, .q = Vector::Zero(n), .v = Vector::Zero(n), .a = Vector::Zero(n)};
}

// a column per coordinate: the derivatives along its unit vector, turned into a direction by
// `along`
template <class Along>
Matrix gradient(Derivatives& formulas, const Point& point, Along along) {
  const Index n = point.q.size();
  Matrix rows(formulas.formulas(), n);
  for (Index j = 0; j < n; ++j) rows.col(j) = formulas.first(point, along(Vector::Unit(n, j)));
  return rows;
}

}  // namespace

Point along_time(Index n) {
  Point u = no_direction(n);
  u.t = 1;
  return u;
}

Point along_positions(const Vector& dq) {
  Point u = no_direction(dq.size());
  u.q = dq;
  return u;
}

Point along_velocities(const Vector& dv) {
  Point u = no_direction(dv.size());
  u.v = dv;
  return u;
}

Point along_accelerations(const Vector& da) {
  Point u = no_direction(da.size());
  u.a = da;
  return u;
}

Point along_motion(const Point& point) {
  Point u = along_field(point);
  u.t = 1;
  return u;
}

Point along_field(const Point& point) {
  return {.t = 0, .q = point.v, .v = point.a, .a = Vector::Zero(point.a.size())};
}

Point operator+(const Point& u, const Point& w) {
  return {.t = u.t + w.t, .q = u.q + w.q, .v = u.v + w.v, .a = u.a + w.a};
}

Derivatives::Derivatives(const System& system, const std::vector<NodeId>& formulas)
    : formulas_(static_cast<Index>(formulas.size())),
      curves_(system, formulas, 2),
      mixed_(system, formulas) {}

Vector Derivatives::value(const Point& point) {
  return curves_(line_through(point, no_direction(point.q.size()))).col(0);
}

Vector Derivatives::first(const Point& point, const Point& u) {
  return curves_(line_through(point, u)).col(1);
}

Derivative Derivatives::mixed(const Point& point, const Point& u, const Point& w) {
  return mixed_(point, u, w);
}

Matrix Derivatives::rates(const Point& point) {
  Matrix taylor = curves_(motion_through(point));
  taylor.col(2) *= 2;
  return taylor;
}

Matrix Derivatives::by_positions(const Point& point) {
  return gradient(*this, point, along_positions);
}

Matrix Derivatives::by_velocities(const Point& point) {
  return gradient(*this, point, along_velocities);
}

Matrix Derivatives::by_accelerations(const Point& point) {
  return gradient(*this, point, along_accelerations);
}

}  // namespace alembert::theory
