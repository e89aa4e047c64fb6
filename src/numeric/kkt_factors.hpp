#pragma once
/// M x = f + Aᵀλ with A x = g, factorised once for any M, any rank of A, and many (f, g).
///
/// With M = LLᵀ and z = Lᵀx the rows become B = A L⁻ᵀ. A column-pivoted QR of Bᵀ, rows scaled to
/// unit length, decides the rank k and splits ℝⁿ into R(Bᵀ) = span(Q₁) and N(B) = span(Q₂). Then B
/// = E Q₁ᵀ with E of full column rank, for the rows as written, and
///
///     z = Q₁ E⁺ g + Q₂Q₂ᵀ L⁻¹f ,   λ = (Eᵀ)⁺ Q₁ᵀ L⁻¹(M x − f)
///
/// is Eq. 16 of docs/theory.md, with A M⁻¹Aᵀ = EEᵀ never formed. M ≥ 0 takes L from M + AᵀwA (Eq.
/// 34), which has the same Q₂ᵀL⁻¹f. An indefinite M takes L diagonal and Q₂(Q₂ᵀM_zQ₂)⁻¹Q₂ᵀ(L⁻¹f −
/// M_zQ₁E⁺g), M_z = L⁻¹ML⁻ᵀ.

#include <Eigen/QR>

#include "numeric/mass.hpp"
#include "numeric/rank.hpp"
#include "numeric/shared_rows.hpp"

namespace alembert::numeric {

struct KktOptions {
  RankOptions rank = {};
  /// Compute σ of the scaled rows even when the pivots are clear.
  bool singular_values = false;
};

/// x and the λ of least norm for the rows as written.
struct KktSolution {
  Vector x;
  Vector lambda;
};

/// A row in which nothing moves has no terms of its own, only the rounding of the others: it is
/// judged by this part of |row|·(|a| + |x|) in the norm of M.
constexpr double smallest_share = 1e-3;

class KktFactors {
 public:
  /// `M` must be symmetric and finite, `A` finite (see classify_mass).
  KktFactors(MatrixView M, MatrixView A, const KktOptions& options = {});

  const Mass& mass() const { return mass_; }
  const Rank& rank() const { return rank_; }

  /// False when some direction has neither inertia nor constraint; then only the following holds.
  bool determined() const { return free_direction_.size() == 0; }
  /// That direction: unit length, largest component positive; empty when determined.
  const Vector& free_direction() const { return free_direction_; }
  /// Gauss's function has a minimum on A x = g, not only a stationary point.
  bool minimum() const { return minimum_; }

  /// Solves with one step of refinement; a g outside R(A) is met in the sense of least squares.
  KktSolution solve(VectorView f, VectorView g) const;

  /// The point of R(A) nearest to g in the norm of `weights` (m×m, positive definite; empty for I).
  Vector nearest_consistent(VectorView g, const Matrix& weights = {}) const;

  /// K = M⁻¹Aᵀ(A M⁻¹Aᵀ)⁺ = L⁻ᵀQ₁E⁺, n×m (Eq. 17).
  Matrix gain() const;
  /// A basis V of N(A), n×(n−k), with VᵀMV = I (for an indefinite M: unit length in √|M_jj|
  /// scales).
  Matrix virtual_displacements() const;
  /// The orthogonal projector onto N(A_sᵀ), m×m, for the rows A_s at unit length.
  Matrix dependence() const;
  /// |row of A L⁻ᵀ|: the size of each row in the norm of M⁻¹, or what is left of its natural
  /// length.
  const Vector& row_sizes() const { return row_sizes_; }
  /// |b_i| + |A_i|·(|a| + |x|): the magnitudes of the terms that cancel in each row of A x = b,
  /// where a = M⁻¹f; at least `smallest_share` of what the whole system could contribute.
  Vector row_terms(VectorView b, VectorView f, VectorView x) const;
  /// M⁻¹f where M is regular; empty for a singular M.
  Vector unconstrained(VectorView f) const;

 private:
  using RowFactors = Eigen::ColPivHouseholderQR<Matrix>;
  void factorise_mass();
  RowFactors decide_rank(const KktOptions& options);
  void factorise_rows(const RowFactors& qr);
  void factorise_null_space();

  Matrix to_z(const Matrix& F) const;                         // L⁻¹F
  Matrix from_z(const Matrix& Z) const;                       // L⁻ᵀZ
  Matrix accelerate(const Matrix& F, const Matrix& G) const;  // x for each pair of columns
  Matrix multipliers(const Matrix& X, const Matrix& F) const;

  Matrix M_, A_;
  Mass mass_;
  Rank rank_;
  Matrix L_;
  bool reduced_ = false;  // M_z ≠ I on N(B): solve in the null space
  Vector row_sizes_;
  Matrix Q1_, Q2_;          // of R(Bᵀ) and N(B)
  Matrix unit_E_;           // E at unit rows, m×k
  SharedRows shared_rows_;  // E⁺ and (Eᵀ)⁺
  Vector inertia_;          // eigenvalues of Q₂ᵀM_zQ₂ …
  Matrix modes_;            // … and its eigenvectors
  Vector free_direction_;
  bool minimum_ = true;
};

}  // namespace alembert::numeric
