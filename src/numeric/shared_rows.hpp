#pragma once
/// E⁺ and (Eᵀ)⁺ of rows E = D·U that repeat each other and may differ in length by any number of
/// orders: D = diag of the lengths as written, U of full column rank k with rows of unit length.
///
/// The combinations of rows that vanish are known from U to rounding of one, and where a length is
/// 1e12 of another, that rounding times the long row would drown the short one. So k rows are kept,
/// the longest of what is left of them one after the other; the others are left out, U_left =
/// K·U_kept, and what K has by rounding alone is zero. Then
///
///     G = D_left K D_kept⁻¹ ,   [D_kept U_kept z]_i = [g_kept + Gᵀ(1 + GGᵀ)⁻¹(g_left − G
///     g_kept)]_i , λ_left = (1 + GGᵀ)⁻¹G λ₀ ,   λ_kept = λ₀ − Gᵀλ_left ,   λ₀ = D_kept⁻¹U_kept⁻ᵀw
///
/// are least squares and least norm for the rows as written, and no entry of G is large.

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

class SharedRows {
 public:
  SharedRows() = default;
  SharedRows(const Matrix& unit_rows, const Vector& lengths);

  /// E⁺g, column by column.
  Matrix solve(const Matrix& g) const;
  /// (Eᵀ)⁺w, column by column.
  Matrix solve_transposed(const Matrix& w) const;
  /// A basis of R(E), m×k.
  Matrix basis() const;
  /// The point of R(E) nearest to g.
  Vector nearest(VectorView g) const;

 private:
  void choose_rows(const Matrix& unit_rows);
  Matrix agreed(const Matrix& g) const;  // what the rows kept are to be, as written

  Vector lengths_;
  std::vector<Index> kept_, left_;
  Eigen::ColPivHouseholderQR<Matrix> unit_kept_, unit_kept_transposed_;
  Matrix G_;
  Eigen::LLT<Matrix> one_plus_GGt_ = Eigen::LLT<Matrix>(Matrix(0, 0));  ///< of no rows at first
};

}  // namespace alembert::numeric
