#include "numeric/kept_rows.hpp"

#include <Eigen/Cholesky>

namespace alembert::numeric {

namespace {

// the inertia by which rows are measured: M, with what the rows that hold add where M lacks it
Matrix measuring_mass(const Kept& kept, const Matrix& M) {
  if (kept.factors.mass().kind == MassKind::positive_definite) return M;
  if (kept.factors.mass().kind == MassKind::semidefinite) {
    const Matrix helped = augmented_mass(M, kept.A, augmentation_weights(M, kept.A));
    if (Eigen::LLT<Matrix>(helped).info() == Eigen::Success) return helped;
  }
  return coordinate_scales(M, kept.A).cwiseAbs2().asDiagonal();
}

}  // namespace

KktOptions kkt_options(const RankOptions& options, const Rows& rows) {
  KktOptions kkt{options, false};
  kkt.rank.previous.reset();
  if (options.lengths.size() > 0) kkt.rank.lengths = options.lengths(rows);
  return kkt;
}

Kept keep(const OneSidedInstant& s, const RankOptions& options) {
  Rows holding, pushing;
  for (Index i = 0; i < s.A.rows(); ++i)
    (s.pushes[static_cast<std::size_t>(i)] ? pushing : holding).push_back(i);
  const Matrix A = s.A(holding, Eigen::all);
  return {holding, pushing, KktFactors(s.M, A, kkt_options(options, holding)), A, s.b(holding)};
}

Vector inertial_lengths(const Kept& kept, const Matrix& M, const Matrix& rows) {
  const Eigen::LLT<Matrix> mass(measuring_mass(kept, M));
  const Matrix Y = mass.matrixL().solve(Matrix(rows.transpose()));
  return Y.colwise().norm();
}

Vector pushing_lengths(const Kept& kept, const OneSidedInstant& s, const RankOptions& options) {
  Vector lengths = inertial_lengths(kept, s.M, s.A(kept.pushing, Eigen::all));
  for (Index i = 0; i < lengths.size(); ++i) {
    lengths(i) = options.scale(kept.pushing[static_cast<std::size_t>(i)], lengths(i));
    if (lengths(i) == 0) lengths(i) = 1;
  }
  return lengths;
}

}  // namespace alembert::numeric
