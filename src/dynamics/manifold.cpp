#include "dynamics/manifold.hpp"

#include <cmath>

#include "dynamics/constraints_satisfied.hpp"

namespace alembert {

using numeric::Index;

namespace {

// relative residuals at which rounding has been reached, and at which Newton's method counts as
// done
constexpr double rounding = 4e-16;
constexpr double good_enough = 1e-9;
constexpr int most_iterations = 12;

numeric::SolverOptions projection_options(double rank_tolerance) {
  numeric::SolverOptions options;
  options.rank.tolerance = rank_tolerance;
  return options;
}

// the terms of a row that cancel are at least as large as its gradient times the state, or times
// what moves
double relative(const StateValues& here, const std::vector<Index>& rows,
                const numeric::Vector& residual, const numeric::Vector& sizes) {
  double largest = 0;
  for (const Index r : rows) {
    if (residual[r] != 0)
      largest = std::max(largest, std::fabs(residual[r]) / here.row_size(r, sizes));
  }
  return largest;
}

// redundant rows that curve differently contradict each other beside the constraints: the best
// correction still leads there
bool leads_on(const numeric::Projection& projection) {
  return projection.status() == numeric::Status::solved ||
         projection.status() == numeric::Status::inconsistent;
}

}  // namespace

Manifold::Manifold(Dynamics& dynamics, double rank_tolerance)
    : dynamics_(dynamics),
      position_(projection_options(rank_tolerance)),
      velocity_(projection_options(rank_tolerance)) {
  const std::vector<EquationRow>& rows = dynamics.equations().rows;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].level == Level::position) position_rows_.push_back(static_cast<Index>(r));
    if (rows[r].level != Level::acceleration) velocity_rows_.push_back(static_cast<Index>(r));
  }
}

bool Manifold::project(double t, Vector& q, Vector& v) {
  state_.resize(2 * q.size());
  state_ << q, v;
  if (!project_state(t, state_, state_)) return false;
  q = state_.head(q.size());
  v = state_.tail(v.size());
  return true;
}

bool Manifold::project_state(double t, const Vector& from, Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  y.resize(from.size());
  const std::optional<double> correction = dynamics_.project(t, from, y);
  is_regular_ = correction.has_value();
  if (correction) {
    correction_ = *correction;
    for (Index i = 2 * n; i < y.size(); ++i) y[i] = from[i];
    return true;
  }
  y = from;
  Vector q = y.head(n), v = y.segment(n, n);
  if (!project_position(t, q, v) || !project_velocity(t, q, v)) return false;
  const Vector q_sizes = position_sizes(dynamics_, q), v_sizes = velocity_sizes(dynamics_, v);
  correction_ = 0;
  for (Index j = 0; j < n; ++j)
    correction_ = std::max({correction_, std::fabs(q[j] - y[j]) / q_sizes[j],
                            std::fabs(v[j] - y[n + j]) / v_sizes[j]});
  y.head(n) = q;
  y.segment(n, n) = v;
  return true;
}

void Manifold::collect(const StateValues& here, const std::vector<Index>& rows,
                       const Vector& residual) {
  J_.resize(static_cast<Index>(rows.size()), here.A().cols());
  residual_.resize(static_cast<Index>(rows.size()));
  const Vector& lengths = dynamics_.solver().row_lengths();
  if (lengths.size() > 0) lengths_ = lengths(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    J_.row(static_cast<Index>(i)) = here.A().row(rows[i]);
    residual_[static_cast<Index>(i)] = residual[rows[i]];
  }
}

// Rows without a gradient, as the one that holds a chain where it hangs straight, cannot be moved
// to, but may hold.
bool Manifold::hold_but_for_rounding(double t, const Vector& q, const Vector& v,
                                     const std::vector<Index>& rows, Vector Residuals::*level) {
  const StateValues& here = dynamics_.solver().evaluate(t, q, v);
  if (!here.is_finite()) return false;
  const Vector residual = dynamics_.state().residuals(t, q, v).*level;
  const Vector rounding = dynamics_.state().rounding_of_residuals(t, q, v).*level;
  const Vector sizes =
      level == &Residuals::position ? position_sizes(dynamics_, q) : velocity_sizes(dynamics_, v);
  return constraints_satisfied(here, rows, residual, rounding, sizes, good_enough);
}

bool Manifold::project_position(double t, Vector& q, const Vector& v) {
  if (position_rows_.empty()) return true;
  double before = std::numeric_limits<double>::infinity();
  Vector best = q;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const StateValues& here = dynamics_.solver().evaluate(t, q, v);
    if (!here.is_finite()) break;
    const Vector& residual = dynamics_.state().residuals(t, q, v).position;
    const double now = relative(here, position_rows_, residual, position_sizes(dynamics_, q));
    if (now <= rounding) return true;
    if (!(now < before)) break;  // rounding, or no convergence: the best so far is kept
    before = now;
    best = q;
    collect(here, position_rows_, residual);
    position_.set_row_lengths(lengths_);
    q += position_.correct(here.M(), J_, residual_);
    if (!leads_on(position_)) break;
  }
  q = best;
  return before <= good_enough ||
         hold_but_for_rounding(t, q, v, position_rows_, &Residuals::position);
}

bool Manifold::project_velocity(double t, const Vector& q, Vector& v) {
  if (velocity_rows_.empty()) return true;
  double before = std::numeric_limits<double>::infinity();
  Vector best = v;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const StateValues& here = dynamics_.solver().evaluate(t, q, v);
    if (!here.is_finite()) break;
    const Vector& residual = dynamics_.state().residuals(t, q, v).velocity;
    const double now = relative(here, velocity_rows_, residual, velocity_sizes(dynamics_, v));
    if (now <= rounding) return true;
    if (!(now < before)) break;
    before = now;
    best = v;
    collect(here, velocity_rows_, residual);
    velocity_.set_row_lengths(lengths_);
    v += velocity_.correct(here.M(), J_, residual_);
    if (!leads_on(velocity_)) break;
  }
  v = best;
  return before <= good_enough ||
         hold_but_for_rounding(t, q, v, velocity_rows_, &Residuals::velocity);
}

}  // namespace alembert
