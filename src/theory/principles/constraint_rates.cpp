#include "theory/principles/constraint_rates.hpp"

#include "dynamics/state_equations.hpp"
#include "theory/comparison.hpp"

namespace alembert::theory {

namespace {

std::vector<NodeId> residuals_of(const System& system) {
  std::vector<NodeId> residuals;
  for (const Constraint& constraint : system.constraints())
    for (const ConstraintRow& row : constraint.rows) residuals.push_back(row.residual);
  return residuals;
}

std::vector<NodeId> residuals_of(const Equations& equations) {
  std::vector<NodeId> residuals;
  for (const EquationRow& row : equations.rows) residuals.push_back(row.residual);
  return residuals;
}

// how often a row is differentiated to contain accelerations
int rate_of(Level level) { return level == Level::position ? 2 : level == Level::velocity ? 1 : 0; }

}  // namespace

ConstraintRates::ConstraintRates(const System& system) : residuals_(system, residuals_of(system)) {
  for (const Constraint& constraint : system.constraints())
    for (const ConstraintRow& row : constraint.rows) levels_.push_back(row.level);
}

ConstraintRates::ConstraintRates(const Equations& equations)
    : residuals_(equations.system, residuals_of(equations)) {
  for (const EquationRow& row : equations.rows) levels_.push_back(row.level);
}

Vector ConstraintRates::residual(const Point& point) { return residuals_.value(point); }

Vector ConstraintRates::velocity_residual(const Point& point) {
  const Matrix rates = residuals_.rates(point);
  Vector f = Vector::Zero(rows());
  for (Index i = 0; i < rows(); ++i) {
    const int order = rate_of(levels_[static_cast<std::size_t>(i)]) - 1;
    if (order >= 0) f[i] = rates(i, order);
  }
  return f;
}

ByRow ConstraintRates::acceleration_residual(const Point& point) {
  const Matrix rates = residuals_.rates(point);
  Point still = point;
  still.a = Vector::Zero(point.a.size());
  const Matrix without = residuals_.rates(still);
  ByRow result{Vector(rows()), Vector(rows())};
  for (Index i = 0; i < rows(); ++i) {
    const int order = rate_of(levels_[static_cast<std::size_t>(i)]);
    result.value[i] = rates(i, order);
    // the part with q̈ and the part without it
    result.size[i] = std::fabs(rates(i, order) - without(i, order)) + std::fabs(without(i, order));
  }
  return result;
}

Matrix ConstraintRates::A(const Point& point) {
  const Matrix by_level[] = {residuals_.by_positions(point), residuals_.by_velocities(point),
                             residuals_.by_accelerations(point)};
  Matrix result(rows(), point.q.size());
  for (Index i = 0; i < rows(); ++i)
    result.row(i) = by_level[static_cast<int>(levels_[static_cast<std::size_t>(i)])].row(i);
  return result;
}

Vector ConstraintRates::along_vertical(const Point& point, const Vector& w) {
  const Vector by_level[] = {residuals_.first(point, along_positions(w)),
                             residuals_.first(point, along_velocities(w)), Vector::Zero(rows())};
  Vector result(rows());
  for (Index i = 0; i < rows(); ++i)
    result[i] = by_level[static_cast<int>(levels_[static_cast<std::size_t>(i)])][i];
  return result;
}

Vector ConstraintRates::along_positions_only(const Point& point, const Vector& dq) {
  return residuals_.first(point, along_positions(dq));
}

Vector ConstraintRates::along_time_only(const Point& point) {
  return residuals_.first(point, along_time(point.q.size()));
}

Tangency ConstraintRates::tangency(const Point& point) {
  const Index n = point.q.size();
  const Point moving = along_time(n) + along_positions(point.v);
  // f = ψ: first derivatives of ψ. f = φ̇ = D_moving φ: second derivatives of φ
  const Vector psi_q = residuals_.first(point, along_positions(point.v)),
               psi_t = residuals_.first(point, along_time(n)),
               vertical = along_vertical(point, point.a);
  const Vector psi_q_size = residuals_.by_positions(point).cwiseAbs() * point.v.cwiseAbs(),
               vertical_size = A(point).cwiseAbs() * point.a.cwiseAbs();
  const Derivative phi_q = residuals_.mixed(point, moving, along_positions(point.v)),
                   phi_t = residuals_.mixed(point, moving, along_time(n));
  Tangency result;
  for (ByRow* part : {&result.along_field, &result.by_time})
    part->value = part->size = Vector::Zero(rows());
  for (Index i = 0; i < rows(); ++i) {
    const Level level = levels_[static_cast<std::size_t>(i)];
    if (level == Level::acceleration) continue;
    const bool position = level == Level::position;
    result.along_field.value[i] = (position ? phi_q.value[i] : psi_q[i]) + vertical[i];
    result.along_field.size[i] = (position ? phi_q.size[i] : psi_q_size[i]) + vertical_size[i];
    result.by_time.value[i] = position ? phi_t.value[i] : psi_t[i];
    result.by_time.size[i] = position ? phi_t.size[i] : std::fabs(psi_t[i]);
  }
  return result;
}

Identities check_constraint_rates(StateEquations& state, ConstraintRates& rates, const Point& point,
                                  const Sizes& sizes) {
  const StateValues& here = state.evaluate(point.t, point.q, point.v);
  const Matrix& A = here.A();
  const Vector& b = here.b();
  const Matrix own_A = rates.A(point);
  const ByRow own = rates.acceleration_residual(point);
  const auto& [units, terms, acceleration] = sizes;
  const Vector& s = units.coordinate;
  Identities found;
  found.push_back(compare("F5", "φ̈, ψ̇ and χ are A q̈ − b for any q̈", own.value, A * point.a - b,
                          own.size + terms.A * (point.a.cwiseAbs() + acceleration * s) + terms.b));
  // judged row by row: an entry that is small beside its row carries the rounding of the row
  const Matrix entries = terms.A * s.asDiagonal();
  const Matrix row_size = entries.rowwise().lpNorm<Eigen::Infinity>().replicate(1, A.cols());
  found.push_back(compare("X2", "A = ∂φ/∂q, ∂ψ/∂q̇, ∂χ/∂q̈",
                          Vector((own_A * s.asDiagonal()).reshaped()),
                          Vector((A * s.asDiagonal()).reshaped()), Vector(row_size.reshaped())));
  const Residuals& residuals = state.residuals(point.t, point.q, point.v);
  found.push_back(compare("F3", "φ̇ = φ_q q̇ + φ_t, and ψ as it stands",
                          rates.velocity_residual(point), residuals.velocity,
                          terms.rate + terms.A * (point.v.cwiseAbs() + units.velocity * s)));
  return found;
}

Identities check_tangency(ConstraintRates& rates, const Point& point, const Matrix& virtual_basis,
                          const Sizes& sizes) {
  const Tangency tangency = rates.tangency(point);
  const Vector& s = sizes.units.coordinate;
  // a component of q̈ that should vanish is known only to the rounding of the others and of the
  // forces
  const Vector by_acceleration =
      sizes.terms.A * (point.a.cwiseAbs() + sizes.acceleration * s) + sizes.terms.b;
  Identity tangent =
      solved_for(compare("V15", "d̃f(X) = −∂f/∂t for the field X = (q̇, q̈)",
                         tangency.along_field.value, -tangency.by_time.value,
                         tangency.along_field.size + tangency.by_time.size + by_acceleration));
  if (rates.rows() == 0) tangent.does_not_apply = "there are no constraints";

  // (0, w): the velocity changes by w, position and time are held
  Matrix values(rates.rows(), virtual_basis.cols());
  for (Index c = 0; c < virtual_basis.cols(); ++c)
    values.col(c) = rates.along_vertical(point, virtual_basis.col(c));
  const Matrix lengths = (sizes.terms.A * s.asDiagonal()).rowwise().norm() *
                         (s.cwiseInverse().asDiagonal() * virtual_basis).colwise().norm();
  // N(A) is known only to the tolerance of the rank
  Identity held = solved_for(compare("V9", "d̃f(0, w) = 0 for A w = 0", Vector(values.reshaped()),
                                     Vector::Zero(values.size()), Vector(lengths.reshaped())));
  if (values.size() == 0) held.does_not_apply = "there is no such w, or no f";
  // with t among the variables df = d̃f + f_t dt, and (0, w) has no part along t
  Identity whole = held;
  whole.id = "V10";
  whole.statement = "df(0, w) = 0 where t does not occur";
  if (!tangency.by_time.size.isZero(0)) whole.does_not_apply = "a constraint depends on t";
  return {tangent, held, whole};
}

}  // namespace alembert::theory
