#pragma once
/// The way back to the constraints, shortest in the norm of M: dq = −K φ (Eqs 37, 38 of
/// docs/theory.md).
///
/// The caller iterates: φ is not linear in q. Position rows alone for q, position and velocity rows
/// together for q̇.

#include "numeric/fundamental_solver.hpp"

namespace alembert::numeric {

class Projection {
 public:
  explicit Projection(const SolverOptions& options = {});

  /// dq = −K residual for the rows J = ∂φ/∂q (or ∂ψ/∂q̇): the least dqᵀM dq with J dq = −residual.
  /// Redundant rows are met in least squares. Zero when there is no answer (see status). Holds
  /// until the next call; does not allocate on the fast path once the sizes are known.
  const Vector& correct(MatrixView M, MatrixView J, VectorView residual);

  /// As in RankOptions.
  void set_row_lengths(const Vector& lengths) { solver_.set_row_lengths(lengths); }

  /// Of the last correction. Status::inconsistent: no dq removes the residuals of all rows at once,
  /// dq is the best there is (redundant rows that curve differently do this, to second order in φ).
  Status status() const { return status_; }
  Index rank() const { return rank_; }
  const SolverCounters& counters() const { return solver_.counters(); }

 private:
  FundamentalSolver solver_;
  Vector nothing_, target_, correction_;
  Status status_ = Status::solved;
  Index rank_ = 0;
};

}  // namespace alembert::numeric
