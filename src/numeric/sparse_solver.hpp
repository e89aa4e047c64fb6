#pragma once
/// The fundamental equation for thousands of bodies: M block-diagonal, A sparse.
///
/// LDLᵀ of the quasi-definite matrix [[M, Aᵀ], [A, −δI]] (unit scales), whose pattern is analysed once.
/// δ makes every order of elimination possible and redundant rows harmless; refinement with the true
/// residuals removes its trace from q̈.

#include <Eigen/SparseCore>
#include <memory>

#include "numeric/fundamental_solver.hpp"

namespace alembert::numeric {

using SparseMatrix = Eigen::SparseMatrix<double>;

struct SparseOptions {
  RankOptions rank = {};
  double delta = 1e-9;
  /// Residual per row, relative to its own size, at which refinement stops.
  double residual = 1e-13;
  /// Largest residual that still counts as solved.
  double largest_residual = 1e-9;
  int refinements = 20;
  /// Up to this n + m a system that does not converge is handed to the dense rank-revealing path.
  Index dense_limit = 1200;
  double consistency_tolerance = 1e-8;
};

enum class SparsePath { quasi_definite, dense };

/// Status::unresolved: refinement did not converge and the system is too large for the dense path; q̈ is
/// what was reached, and `residual` says how good it is.
struct SparseAcceleration {
  Status status = Status::solved;
  SparsePath path = SparsePath::quasi_definite;
  Vector acceleration;  ///< q̈
  Vector reaction;      ///< Aᵀλ
  Vector lambda;        ///< some λ with that reaction
  double residual = 0;  ///< largest |b − A q̈| of a row, relative to its own size
  int refinements = 0;
};

class SparseFundamentalSolver {
 public:
  explicit SparseFundamentalSolver(const SparseOptions& options = {});
  ~SparseFundamentalSolver();
  SparseFundamentalSolver(SparseFundamentalSolver&&) noexcept;
  SparseFundamentalSolver& operator=(SparseFundamentalSolver&&) noexcept;

  /// Both triangles of M. The pattern is analysed again only when it changes.
  const SparseAcceleration& solve(const SparseMatrix& M, VectorView Q, const SparseMatrix& A,
                                  VectorView b);

  /// How often the pattern was analysed.
  long analyses() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

/// rank A by sparse QR of the rows at unit length (columns scaled by √M_jj): for the report.
Index sparse_rank(const SparseMatrix& M, const SparseMatrix& A, double tolerance = 1e-10);

}  // namespace alembert::numeric
