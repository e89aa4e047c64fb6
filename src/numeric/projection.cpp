#include "numeric/projection.hpp"

namespace alembert::numeric {

Projection::Projection(const SolverOptions& options) : solver_(options) {}

const Vector& Projection::correct(MatrixView M, MatrixView J, VectorView residual) {
  // dq minimises dqᵀM dq under J dq = −residual: the fundamental equation without forces
  nothing_.setZero(M.rows());
  target_ = -residual;
  const Acceleration& answer = solver_.solve(M, nothing_, J, target_);
  status_ = answer.status;
  rank_ = answer.rank;
  if (answer.acceleration.size() > 0) {
    correction_ = answer.acceleration;
  } else {
    correction_.setZero(M.rows());
  }
  return correction_;
}

}  // namespace alembert::numeric
