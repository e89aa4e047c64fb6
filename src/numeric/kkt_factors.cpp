#include "numeric/kkt_factors.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "numeric/cholesky.hpp"
#include "numeric/pseudo_inverse.hpp"

namespace alembert::numeric {

namespace {

// of the subspace spanned by the columns of `basis`, the member that points most along one
// coordinate
Vector clearest_direction(const Matrix& basis) {
  const Matrix orthonormal = Eigen::ColPivHouseholderQR<Matrix>(basis).householderQ() *
                             Matrix::Identity(basis.rows(), basis.cols());
  Index coordinate = 0;
  const Vector shares = orthonormal.rowwise().squaredNorm();
  for (Index j = 1; j < shares.size(); ++j) {
    if (shares(j) > shares(coordinate) + 1e-9) coordinate = j;
  }
  Vector direction = orthonormal * orthonormal.row(coordinate).transpose();
  direction.normalize();
  // rounding is not a component
  for (double& x : direction) {
    if (std::abs(x) < 1e-14) x = 0;
  }
  Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  if (direction(largest) < 0) direction = -direction;
  return direction;
}

}  // namespace

KktFactors::KktFactors(MatrixView M, MatrixView A, const KktOptions& options)
    : M_(M), A_(A), mass_(classify_mass(M)) {
  assert(M.rows() == M.cols() && A.cols() == M.cols());
  factorise_mass();
  factorise_rows(decide_rank(options));
  shared_rows_ = SharedRows(unit_E_, row_sizes_);
  if (reduced_) factorise_null_space();
}

void KktFactors::factorise_mass() {
  assert(mass_.kind != MassKind::asymmetric && mass_.kind != MassKind::not_finite);

  if (mass_.kind == MassKind::positive_definite) {
    L_ = M_;
    factorise_cholesky(L_);
    return;
  }
  if (mass_.kind == MassKind::semidefinite) {
    L_ = augmented_mass(M_, A_, augmentation_weights(M_, A_));
    // below, AᵀwA has squared away what the rows say: leave the decision to the null space
    if (factorise_cholesky(L_) > 1e-10) return;
  }
  reduced_ = true;
  L_ = coordinate_scales(M_, A_).asDiagonal();
}

// the rows at unit length in the norm of M⁻¹, and how many of them are independent
KktFactors::RowFactors KktFactors::decide_rank(const KktOptions& options) {
  const Index n = A_.cols(), m = A_.rows();
  Matrix Y = to_z(A_.transpose());
  row_sizes_ = Y.colwise().norm();
  for (Index i = 0; i < m; ++i) {
    row_sizes_(i) = options.rank.scale(i, row_sizes_(i));
    if (row_sizes_(i) > 0) Y.col(i) /= row_sizes_(i);
  }
  if (m == 0 || n == 0) {
    rank_.gap = std::numeric_limits<double>::infinity();
    return RowFactors();
  }

  const RowFactors qr(Y);
  const Index steps = std::min(n, m);
  const Matrix R = qr.matrixQR().topRows(steps).triangularView<Eigen::Upper>();
  Vector sizes = R.diagonal().cwiseAbs();
  const double first = sizes(0);

  // pivots follow the singular values within a modest factor: near the cut, ask the values
  // themselves
  const double cut = options.rank.tolerance;
  const auto near = [&](double ratio, double factor) {
    return ratio > cut / factor && ratio < cut * factor;
  };
  const double wide = options.rank.doubt * options.rank.hysteresis;
  const auto near_cut = [&](double factor) {
    return first > 0 && std::any_of(sizes.begin(), sizes.end(),
                                    [&](double s) { return near(s / sizes(0), factor); });
  };
  const Vector pivots = sizes;
  if (options.singular_values || near_cut(wide)) {
    rank_.singular_values = singular_values(R);
    sizes = rank_.singular_values;
  }

  const Index k = count_significant(sizes, options.rank);
  rank_.value = k;
  rank_.doubtful = near_cut(options.rank.doubt);
  if (k > 0) rank_.pivot_ratio = pivots(k - 1) / pivots(0);
  rank_.gap = k > 0 && k < steps && sizes(k) > 0 ? sizes(k - 1) / sizes(k)
                                                 : std::numeric_limits<double>::infinity();
  return qr;
}

void KktFactors::factorise_rows(const RowFactors& qr) {
  const Index n = A_.cols(), m = A_.rows(), k = rank_.value;
  if (m == 0 || n == 0) {
    Q1_.resize(n, 0);
    Q2_ = Matrix::Identity(n, n);
    unit_E_.resize(m, 0);
    return;
  }
  const Matrix R = qr.matrixQR().topRows(std::min(n, m)).triangularView<Eigen::Upper>();
  const Matrix Q = qr.householderQ();
  Q1_ = Q.leftCols(k);
  Q2_ = Q.rightCols(n - k);
  unit_E_ = qr.colsPermutation() * R.topRows(k).transpose();
}

void KktFactors::factorise_null_space() {
  if (Q2_.cols() == 0) return;
  const Matrix V = from_z(Q2_);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(V.transpose() * M_ * V);
  inertia_ = eigen.eigenvalues();
  modes_ = eigen.eigenvectors();
  const double nothing = inertia_tolerance(M_.rows());
  minimum_ = inertia_(0) > nothing;

  std::vector<Index> idle;
  for (Index j = 0; j < inertia_.size(); ++j) {
    if (std::abs(inertia_(j)) <= nothing) idle.push_back(j);
  }
  if (!idle.empty()) free_direction_ = clearest_direction(V * modes_(Eigen::all, idle));
}

Matrix KktFactors::to_z(const Matrix& F) const {
  return L_.triangularView<Eigen::Lower>().solve(F);
}

Matrix KktFactors::from_z(const Matrix& Z) const {
  return L_.triangularView<Eigen::Lower>().transpose().solve(Z);
}

Matrix KktFactors::accelerate(const Matrix& F, const Matrix& G) const {
  const Matrix fixed = Q1_ * shared_rows_.solve(G);
  if (!reduced_) return from_z(fixed + Q2_ * (Q2_.transpose() * to_z(F)));

  const Matrix X = from_z(fixed);
  if (Q2_.cols() == 0) return X;
  const Matrix V = from_z(Q2_);
  const Matrix forces = modes_.transpose() * (V.transpose() * (F - M_ * X));
  return X + V * (modes_ * inertia_.cwiseInverse().asDiagonal() * forces);
}

Matrix KktFactors::multipliers(const Matrix& X, const Matrix& F) const {
  return shared_rows_.solve_transposed(Q1_.transpose() * to_z(M_ * X - F));
}

KktSolution KktFactors::solve(VectorView f, VectorView g) const {
  assert(determined());
  const Vector x = accelerate(f, g);
  const Vector lambda = multipliers(x, f);
  // one step of refinement with the true M and A: what L and E lost comes back
  const Vector force = f + A_.transpose() * lambda - M_ * x;
  const Vector dx = accelerate(force, g - A_ * x);
  return {x + dx, lambda + multipliers(dx, force)};
}

Vector KktFactors::nearest_consistent(VectorView g, const Matrix& weights) const {
  if (rank_.value == A_.rows()) return g;
  if (rank_.value == 0)
    return Vector::Zero(g.size());  // rows without a gradient reach nothing else
  if (weights.size() == 0) return shared_rows_.nearest(g);

  assert(weights.rows() == g.size() && weights.cols() == g.size());
  // minimise |W^(1/2)(g − U y)|
  const Matrix root = Eigen::SelfAdjointEigenSolver<Matrix>(weights).operatorSqrt();
  const Matrix U = shared_rows_.basis();
  const Eigen::ColPivHouseholderQR<Matrix> weighted(root * U);
  return U * weighted.solve(root * g);
}

Matrix KktFactors::gain() const {
  assert(determined());
  return accelerate(Matrix::Zero(M_.rows(), A_.rows()), Matrix::Identity(A_.rows(), A_.rows()));
}

Matrix KktFactors::virtual_displacements() const {
  const Matrix V = from_z(Q2_);
  if (!reduced_ || !determined() || !minimum_ || V.cols() == 0) return V;
  return V * modes_ * inertia_.cwiseSqrt().cwiseInverse().asDiagonal();
}

Matrix KktFactors::dependence() const {
  const Index m = A_.rows(), k = rank_.value;
  if (k == 0) return Matrix::Identity(m, m);
  if (k == m) return Matrix::Zero(m, m);
  const Matrix U =
      Eigen::ColPivHouseholderQR<Matrix>(unit_E_).householderQ() * Matrix::Identity(m, k);
  return Matrix::Identity(m, m) - U * U.transpose();
}

Vector KktFactors::row_terms(VectorView b, VectorView f, VectorView x) const {
  const Vector a = unconstrained(f);
  Vector motion = x.cwiseAbs();
  if (a.size() > 0) motion += a.cwiseAbs();
  const double whole = to_z(f).norm() + (L_.triangularView<Eigen::Lower>().transpose() * x).norm();
  return b.cwiseAbs() + A_.cwiseAbs() * motion + smallest_share * whole * row_sizes_;
}

Vector KktFactors::unconstrained(VectorView f) const {
  if (mass_.kind == MassKind::positive_definite) {
    const Vector x = from_z(to_z(f));
    return x + from_z(to_z(f - M_ * x));
  }
  if (mass_.kind != MassKind::indefinite) return {};

  const Vector scales = coordinate_scales(M_, A_).cwiseInverse();
  const Matrix unit = scales.asDiagonal() * M_ * scales.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(unit);
  if (eigen.eigenvalues().cwiseAbs().minCoeff() <= inertia_tolerance(M_.rows())) return {};
  const Vector modal = eigen.eigenvectors().transpose() * (scales.asDiagonal() * f);
  return scales.asDiagonal() *
         (eigen.eigenvectors() * eigen.eigenvalues().cwiseInverse().asDiagonal() * modal);
}

}  // namespace alembert::numeric
