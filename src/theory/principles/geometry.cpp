#include "theory/principles/geometry.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

#include "dynamics/state_equations.hpp"
#include "theory/comparison.hpp"
#include "theory/principles/virtual_displacements.hpp"

namespace alembert::theory {

namespace {

// they are differences of second derivatives, in which some digits cancel
constexpr double rounding_of_mixed_derivatives = 1e-10;

// whether the smallest singular value counts beside the largest
bool is_regular(const Matrix& X) {
  const Vector sizes = Eigen::JacobiSVD<Matrix>(X).singularValues();
  return sizes.size() == 0 || sizes[sizes.size() - 1] > 1e-11 * sizes[0];
}

// Ω with a unit of time in which the momenta change along q at most as much as along q̇
Matrix without_time(Matrix Omega, const Vector& s) {
  const Index n = s.size();
  Vector both(2 * n);
  both << s, s;
  Omega = (both.asDiagonal() * Omega * both.asDiagonal()).eval();
  const double faster = Omega.topLeftCorner(n, n).norm() / Omega.topRightCorner(n, n).norm();
  if (faster > 0 && std::isfinite(faster)) Omega.topLeftCorner(n, n) /= faster;
  return Omega;
}

// orthonormal columns that span those of X, without singular values
Matrix span_of(const Matrix& X) {
  if (X.cols() == 0) return X;
  Matrix scaled = X;
  for (Index c = 0; c < X.cols(); ++c)
    if (X.col(c).norm() > 0) scaled.col(c).normalize();
  Eigen::ColPivHouseholderQR<Matrix> factors(scaled);
  factors.setThreshold(1e-10);
  return factors.householderQ() * Matrix::Identity(X.rows(), factors.rank());
}

}  // namespace

StateForms state_forms(const Equations& equations, Lagrange& lagrange, const Point& point) {
  const Index n = point.q.size();
  const MomentumDerivatives p = lagrange.momentum_derivatives(point);
  StateForms forms;
  forms.Omega = Matrix::Zero(2 * n, 2 * n);
  forms.Omega.topLeftCorner(n, n) = p.by_positions - p.by_positions.transpose();
  forms.Omega.topRightCorner(n, n) = p.by_velocities;
  forms.Omega.bottomLeftCorner(n, n) = -p.by_velocities.transpose();
  Derivatives energy(equations.system, {equations.energy});
  forms.dH.resize(2 * n);
  forms.dH << energy.by_positions(point).transpose(), energy.by_velocities(point).transpose();
  forms.moving_frame = -p.by_time;
  const LagrangeAt own = lagrange.at(point);
  forms.applied = own.applied;
  const Matrix N = p.by_positions.cwiseAbs(), M = p.by_velocities.cwiseAbs();
  const Vector v = point.v.cwiseAbs();
  forms.size.resize(2 * n);
  forms.size << (N + N.transpose()) * v + M * point.a.cwiseAbs() + own.E_size + own.applied_size,
      2 * M * v + own.momentum_size;
  return forms;
}

Vector symplectic_excess(const StateForms& forms, const Vector& X) {
  return forms.Omega.transpose() * X - forms.dH;
}

Matrix constraint_forms(ConstraintRates& rates, const Point& point) {
  const Index n = point.q.size();
  Matrix theta = Matrix::Zero(rates.rows(), 2 * n);
  for (Index j = 0; j < n; ++j) theta.col(j) = rates.along_vertical(point, Vector::Unit(n, j));
  return theta;
}

VershikFadeev solve_vershik_fadeev(const StateForms& forms, ConstraintRates& rates,
                                   const Point& point, const Vector& more, const Vector& s) {
  const Index n = point.q.size(), m = rates.rows();
  // with X = (q̇, q̈): −M q̈ + Σ λθ = −(what Ω, dH and the forces say at q̈ = 0), and A q̈ = b
  Vector at_rest(2 * n);
  at_rest << point.v, Vector::Zero(n);
  Point still = point;
  still.a = Vector::Zero(n);
  const Matrix theta = constraint_forms(rates, point).leftCols(n);
  Matrix K = Matrix::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = forms.Omega.topRightCorner(n, n);
  K.topRightCorner(n, m) = -theta.transpose();
  K.bottomLeftCorner(m, n) = theta;
  Vector right(n + m);
  right << symplectic_excess(forms, at_rest).head(n) + forms.applied + forms.moving_frame + more,
      -rates.acceleration_residual(still).value;
  Vector unit(n + m);
  unit << s, (theta * s.asDiagonal()).rowwise().norm().unaryExpr([](double length) {
    return length > 0 ? 1 / length : 1.0;
  });
  const Eigen::CompleteOrthogonalDecomposition<Matrix> factors = [&] {
    Eigen::CompleteOrthogonalDecomposition<Matrix> made;
    made.setThreshold(1e-12);
    return made.compute(unit.asDiagonal() * K * unit.asDiagonal());
  }();
  const Vector both = unit.cwiseProduct(factors.solve(unit.cwiseProduct(right)));
  VershikFadeev found{both.head(n), both.tail(m), {}};
  found.force = theta.transpose() * found.lambda;
  return found;
}

Identities check_geometry(StateEquations& state, Lagrange& lagrange, ConstraintRates& rates,
                          const Point& point, const Vector& nonideal, const Sizes& sizes) {
  const Index n = point.q.size();
  const StateForms forms = state_forms(state.equations(), lagrange, point);
  const StateValues& here = state.evaluate(point.t, point.q, point.v);
  const Matrix M = here.derived_M(), A = here.A();
  const Vector Q = here.derived_Q(), reaction = M * point.a - Q;
  const auto& [units, terms, acceleration] = sizes;
  const Vector& s = units.coordinate;
  const Vector force_size = acceleration * s.cwiseInverse();
  const Vector reaction_size = terms.M * point.a.cwiseAbs() + terms.Q + force_size;
  Identities found;
  const Matrix symmetric = forms.Omega + forms.Omega.transpose();
  found.push_back(compare("V16", "Ω_L is antisymmetric", Vector(symmetric.reshaped()),
                          Vector::Zero(symmetric.size()),
                          Vector(forms.Omega.cwiseAbs().reshaped())));
  const bool regular = is_regular(s.asDiagonal() * M * s.asDiagonal());
  found.push_back(vanishes("V16", "Ω_L is regular exactly where M is",
                           is_regular(without_time(forms.Omega, s)) == regular ? 0 : 1, 1));

  Vector X(2 * n);
  X << point.v, point.a;
  const Vector force = forms.applied + forms.moving_frame + reaction;
  const Vector excess = symplectic_excess(forms, X);
  const Vector momentum_size = forms.size.tail(n) + terms.M * point.v.cwiseAbs();
  Identity horizontal = compare_together("V17", "forces vanish on (0, w)", excess.tail(n),
                                         Vector::Zero(n), momentum_size, s);
  Identity equation = compare_together("V18", "i_XΩ_L = dH_L − F", excess.head(n), -force,
                                       forms.size.head(n) + reaction_size, s);
  equation.residual = std::max(equation.residual, horizontal.residual);
  for (Identity* row : {&horizontal, &equation}) row->bound = rounding_of_mixed_derivatives;
  found.push_back(horizontal);
  found.push_back(equation);

  const Matrix theta = constraint_forms(rates, point).leftCols(n) * s.asDiagonal();
  const Matrix scaled = A * s.asDiagonal();
  const Matrix rows = (terms.A * s.asDiagonal()).rowwise().norm().replicate(1, n);
  const bool states_accelerations = [&] {
    for (const Level level : rates.levels())
      if (level == Level::acceleration) return true;
    return false;
  }();
  Identity forms_of_rows =
      compare("V19", "θ_i(v, w) = df_i(0, v) is row i of A", Vector(theta.reshaped()),
              Vector(scaled.reshaped()), Vector(rows.reshaped()));
  const Matrix free = virtual_basis(rates.A(point) * s.asDiagonal()),
               span = span_of(scaled.transpose());
  const Vector angles = principal_angles(span, virtual_basis(free.transpose()));
  Identity same_span = met_by_rows(vanishes("V21", "the forms θ_i span what vanishes on N(A)",
                                            angles.size() == 0 ? 0 : angles.maxCoeff(), 1),
                                   A.rows(), n - free.cols());
  if (span.cols() + free.cols() != n) same_span.residual = 1;
  const VershikFadeev other = solve_vershik_fadeev(forms, rates, point, nonideal, s);
  Identity same_force =
      compare_together("V20", "Σ λ_iθ_i with X tangent is the force of the constraints",
                       other.force + nonideal, reaction, reaction_size + nonideal.cwiseAbs(), s);
  Identity same_motion =
      compare_together("V23", "D'Alembert's and Vershik and Fadeev's principle give one motion",
                       other.acceleration, point.a, acceleration * s, s.cwiseInverse());
  for (Identity* solved : {&same_force, &same_motion}) *solved = solved_for(*solved);
  for (Identity* row : {&forms_of_rows, &same_span, &same_force, &same_motion}) {
    if (rates.rows() == 0) row->does_not_apply = "there are no constraints";
    if (states_accelerations)
      row->does_not_apply = "a row states accelerations: no function of states";
    found.push_back(*row);
  }
  return found;
}

}  // namespace alembert::theory
