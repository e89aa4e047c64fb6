#include "numeric/enumerated_rows.hpp"

#include <Eigen/QR>

namespace alembert::numeric {

namespace {

// the least squares solution of A_setᵀλ = force where it is one, with independent rows
std::optional<Vector> share(const Vector& force, const Matrix& A, unsigned set) {
  std::vector<Index> rows;
  for (Index i = 0; i < A.rows(); ++i)
    if (set >> i & 1) rows.push_back(i);
  Vector lambda = Vector::Zero(A.rows());
  if (!rows.empty()) {
    const Eigen::ColPivHouseholderQR<Matrix> qr(Matrix(A(rows, Eigen::all).transpose()));
    if (qr.rank() < static_cast<Index>(rows.size())) return {};
    lambda(rows) = qr.solve(force);
  }
  const double size = force.norm() + lambda.norm();
  if ((A.transpose() * lambda - force).norm() > 1e-9 * size) return {};
  if (lambda.size() > 0 && lambda.minCoeff() < -1e-9 * size) return {};
  return lambda;
}

}  // namespace

std::optional<Vector> by_enumeration(const OneSidedInstant& s) {
  const Index m = s.A.rows();
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<Index> rows;
    bool allowed = true;
    for (Index i = 0; i < m; ++i) {
      const bool in = set >> i & 1;
      if (!s.pushes[static_cast<std::size_t>(i)] && !in) allowed = false;
      if (in) rows.push_back(i);
    }
    if (!allowed) continue;
    const Solution held = solve(Instant{s.M, s.Q, s.A(rows, Eigen::all), s.b(rows), {}});
    if (held.status != Status::solved) continue;
    const double size =
        s.b.norm() + s.A.norm() * (held.free_acceleration.norm() + held.acceleration.norm());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const bool pushes = s.pushes[static_cast<std::size_t>(rows[k])];
      if (pushes && held.lambda(static_cast<Index>(k)) < -1e-10 * (held.lambda.norm() + s.Q.norm()))
        allowed = false;
    }
    for (Index i = 0; i < m; ++i)
      if (s.A.row(i).dot(held.acceleration) - s.b(i) < -1e-10 * size) allowed = false;
    if (allowed) return held.acceleration;
  }
  return {};
}

Intervals intervals_by_enumeration(const Vector& force, const Matrix& A) {
  Intervals found;
  for (unsigned set = 0; set < 1u << A.rows(); ++set) {
    const auto lambda = share(force, A, set);
    if (!lambda) continue;
    found.least = found.least.size() > 0 ? found.least.cwiseMin(*lambda) : *lambda;
    found.most = found.most.size() > 0 ? found.most.cwiseMax(*lambda) : *lambda;
  }
  return found;
}

bool may_be_preloaded(const Matrix& A, Index i) {
  // −A_i lies in the cone of the rows
  for (unsigned set = 0; set < 1u << A.rows(); ++set)
    if (share(-A.row(i).transpose(), A, set)) return true;
  return false;
}

}  // namespace alembert::numeric
