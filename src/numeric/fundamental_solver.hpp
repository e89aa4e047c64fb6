#pragma once
/// The fundamental equation in the inner loop: the same q̈ as solve(Instant), from workspaces that
/// are allocated once.
///
/// Fast path: Cholesky of M and of the Gram matrix G = A M⁻¹Aᵀ of unit rows, with refinement in
/// acceleration space, r = b − A q̈. G squares the condition number, so the path is guarded by its
/// pivots and by the residual; beyond the guard the rank-revealing path of kkt_factors.hpp answers.

#include <memory>

#include "numeric/fundamental_equation.hpp"

namespace alembert::numeric {

struct SolverOptions {
  RankOptions rank = {};
  /// Pivots of G (unit diagonal) below this go to the rank-revealing path: σ ratio 3e-4, cond(G)
  /// 1e7, so that one refinement step restores full accuracy.
  double smallest_pivot = 1e-7;
  /// Rows that the pivots of G find dependent must lie this near to the span of the others (unit
  /// rows).
  double dependent_distance = 1e-12;
  /// Residual after refinement, relative to the row's own size, above which the fast path is not
  /// believed. Rounding leaves about n·1e-16.
  double largest_residual = 1e-11;
  /// As in SolveOptions.
  double consistency_tolerance = 1e-8;
};

/// Which way an answer came.
enum class Path {
  gram,            ///< Cholesky of M and of G
  gram_redundant,  ///< the same on a full set of independent rows, from which the others follow
  rank_revealing   ///< column-pivoted QR
};

/// The vectors are empty unless the status is solved or inconsistent.
struct Acceleration {
  Status status = Status::solved;
  Path path = Path::gram;
  Vector acceleration;  ///< q̈
  Vector reaction;      ///< Aᵀλ = M q̈ − Q, unique
  Vector lambda;  ///< some λ with that reaction; unique when the rank equals the number of rows
  Index rank = 0;
  double pivot_ratio = 1;  ///< smallest pivot of the rows as a ratio of σ (of √G on the fast path)
  double residual = 0;     ///< largest |b − A q̈| of a row, relative to its own size
};

/// How often each path was taken since construction.
struct SolverCounters {
  long factorisations = 0;
  long gram = 0, gram_redundant = 0, rank_revealing = 0;  ///< factorisations by path
  long augmented = 0;  ///< with M + AᵀwA, because M was singular
  long refinements = 0;
};

class FundamentalSolver {
 public:
  explicit FundamentalSolver(const SolverOptions& options = {});
  ~FundamentalSolver();
  FundamentalSolver(FundamentalSolver&&) noexcept;
  FundamentalSolver& operator=(FundamentalSolver&&) noexcept;

  /// q̈ and the reaction; for non-ideal constraints pass Q + C (Eq. 21 of docs/theory.md is Eq. 16
  /// with Q + C). The reference holds until the next call. Does not allocate on the fast path once
  /// the sizes are known.
  const Acceleration& solve(MatrixView M, VectorView Q, MatrixView A, VectorView b);

  /// The same in two halves, for several right-hand sides; M and A are copied.
  Status factorise(MatrixView M, MatrixView A);
  const Acceleration& solve(VectorView Q, VectorView b);

  /// As in RankOptions.
  void set_row_lengths(const Vector& lengths);

  /// Forgets the rank that hysteresis compares with: at the start of a run, or after a jump.
  void forget_rank();

  const SolverCounters& counters() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

}  // namespace alembert::numeric
