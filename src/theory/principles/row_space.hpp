#pragma once
/// Rank, Moore-Penrose inverse and null space of constraint rows by singular values.
///
/// It shares nothing with the factorisations of `numeric`, so that both can be compared.

#include "theory/principles/residual.hpp"

namespace alembert::theory {

struct RowSpace {
  Index rank = 0;  ///< k of Eq. (31), decided on rows at unit length
  Matrix inverse;  ///< n×m, the Moore-Penrose inverse of the rows as written
  Matrix range;    ///< n×k, orthonormal: what the rows span
  Matrix null;     ///< n×(n−k), orthonormal: what they annihilate
  /// m×(m−k), orthonormal: combinations y of the *unit* rows that vanish; y_i ≠ 0 marks a row that
  /// depends on others.
  Matrix combinations;
  Vector lengths;          ///< of the rows as written
  Vector singular_values;  ///< of the rows at unit length, decreasing
  double condition = 1;    ///< the largest over the smallest that counts
  double neglected = 0;    ///< the largest that does not count, over the smallest that does

  /// The lengths with one in place of zero, as divisors for quantities of a row.
  Vector divisors() const;
};

/// Singular values at or below `tolerance` times the largest count as zero.
RowSpace row_space(const Matrix& rows, double tolerance = 1e-10);

/// Whether rows·x = b can hold at all (FE appendix 2, Eq. (29)): how much the dependent rows
/// disagree, relative to their b at unit length and to `size`, the length of the x that is to meet
/// them.
double contradiction(const RowSpace& rows, const Vector& b, double size);

/// A contradiction above this is not rounding, which leaves 1e-16 times n, and the rank tolerance
/// 1e-10.
constexpr double contradiction_tolerance = 1e-8;

}  // namespace alembert::theory
