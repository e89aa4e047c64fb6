#pragma once
/// Cholesky factors in place, with their pivots as measure of trust, and without allocation.

#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// Overwrites the lower triangle of the symmetric `M` by L with M = LLᵀ and returns the smallest
/// l_jj²/M_jj, in (0, 1] and free of units; zero or less (or NaN) when M is not positive definite,
/// and then the contents are void.
double factorise_cholesky(Eigen::Ref<Matrix> M);

/// The Gram matrix of unit vectors, G = PᵀLLᵀP with the largest remaining pivot first: an
/// independent set of the vectors, and the rest.
class PivotedCholesky {
 public:
  /// `G` is symmetric with unit diagonal, both triangles. Pivots at or below `cut` are left out.
  void factorise(const Matrix& G, double cut);

  Index rank() const { return rank_; }
  /// Smallest pivot kept; 1 when none was.
  double smallest_kept() const { return smallest_kept_; }
  /// Largest pivot left out; 0 when none was.
  double largest_left() const { return largest_left_; }
  /// The vector at position i: the first `rank()` positions are the independent set.
  Index vector_at(Index position) const { return order_[static_cast<std::size_t>(position)]; }

  /// x ← G_kk⁻¹x for the independent set, in the order of positions.
  void solve_in_place(Eigen::Ref<Vector> x) const;

 private:
  Matrix L_;
  Vector remaining_;
  std::vector<Index> order_;
  Index rank_ = 0;
  double smallest_kept_ = 1;
  double largest_left_ = 0;
};

}  // namespace alembert::numeric
