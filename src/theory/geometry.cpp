#include "theory/geometry.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

#include "theory/comparison.hpp"
#include "theory/virtual_displacements.hpp"

namespace alembert::theory {

namespace {

// 1 where the smallest singular value counts beside the largest, rows and columns taken at unit size
bool is_regular(const Matrix& X) {
  Vector scale = X.cwiseAbs().rowwise().maxCoeff();
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 1;
  const Matrix scaled = scale.asDiagonal() * X * scale.asDiagonal();
  const Vector sizes = Eigen::JacobiSVD<Matrix>(scaled).singularValues();
  return sizes.size() == 0 || sizes[sizes.size() - 1] > 1e-11 * sizes[0];
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
                                   const Point& point, const Vector& more) {
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
  Eigen::CompleteOrthogonalDecomposition<Matrix> factors(K);
  factors.setThreshold(1e-12);
  const Vector both = factors.solve(right);
  VershikFadeev found{both.head(n), both.tail(m), {}};
  found.force = theta.transpose() * found.lambda;
  return found;
}

Identities check_geometry(Dynamics& dynamics, Lagrange& lagrange, ConstraintRates& rates,
                          const Point& point, const Vector& nonideal) {
  const Index n = point.q.size();
  const StateForms forms = state_forms(dynamics.equations(), lagrange, point);
  dynamics.evaluate(point.t, point.q, point.v);
  const Matrix M = dynamics.M(), A = dynamics.A();
  const Vector Q = dynamics.Q(), reaction = M * point.a - Q;
  const Vector reaction_size = M.cwiseAbs() * point.a.cwiseAbs() + Q.cwiseAbs();
  Identities found;
  const Matrix symmetric = forms.Omega + forms.Omega.transpose();
  found.push_back(compare("V16", "Ω_L is antisymmetric", Vector(symmetric.reshaped()),
                          Vector::Zero(symmetric.size()),
                          Vector(forms.Omega.cwiseAbs().reshaped())));
  found.push_back(vanishes("V16", "Ω_L is regular exactly where M is",
                           is_regular(forms.Omega) == is_regular(M) ? 0 : 1, 1));

  Vector X(2 * n), force(2 * n);
  X << point.v, point.a;
  force << forms.applied + forms.moving_frame + reaction, Vector::Zero(n);
  const Vector excess = symplectic_excess(forms, X);
  Vector size = forms.size;
  size.head(n) += reaction_size;
  found.push_back(
      compare("V17", "forces vanish on (0, w)", excess.tail(n), Vector::Zero(n), size.tail(n)));
  found.push_back(compare("V18", "i_XΩ_L = dH_L − F", excess, -force, size));

  const Matrix theta = constraint_forms(rates, point);
  const Matrix rows = A.rowwise().norm().replicate(1, n);
  const bool states_accelerations = [&] {
    for (const Level level : rates.levels())
      if (level == Level::acceleration) return true;
    return false;
  }();
  Identity forms_of_rows =
      compare("V19", "θ_i(v, w) = df_i(0, v) is row i of A", Vector(theta.leftCols(n).reshaped()),
              Vector(A.reshaped()), Vector(rows.reshaped()));
  const Matrix free = virtual_basis(rates.A(point)), span = span_of(A.transpose());
  const Vector angles = principal_angles(span, virtual_basis(free.transpose()));
  Identity same_span = met_by_rows(vanishes("V21", "the forms θ_i span what vanishes on N(A)",
                                            angles.size() == 0 ? 0 : angles.maxCoeff(), 1),
                                   A.rows(), n - free.cols());
  if (span.cols() + free.cols() != n) same_span.residual = 1;
  const VershikFadeev other = solve_vershik_fadeev(forms, rates, point, nonideal);
  const double force_size = reaction_size.norm() + nonideal.norm();
  Identity same_force = vanishes("V20", "Σ λ_iθ_i with X tangent is the force of the constraints",
                                 (other.force + nonideal - reaction).norm(), force_size);
  Identity same_motion =
      vanishes("V23", "D'Alembert's and Vershik and Fadeev's principle give one motion",
               (other.acceleration - point.a).norm(), 1 + point.a.norm());
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
