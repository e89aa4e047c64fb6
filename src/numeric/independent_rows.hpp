#pragma once
/// Rows that are independent and from which the others follow.

#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// Up to `rank` rows of A, increasing: rows of the first class before those of the second and so on
/// (`classes` by row, 0 first), within a class each time the one that is furthest from the span of
/// those chosen, in the norm of M⁻¹ and relative to its length, or to its natural length where that
/// is known: one that vanishes on the way comes last, and of rows that are multiples of each other
/// the longest one. Rows nearer than `tolerance` are not chosen. M is positive definite.
std::vector<Index> independent_rows(MatrixView M, MatrixView A, const std::vector<int>& classes,
                                    Index rank, VectorView lengths = Vector(),
                                    double tolerance = 1e-6);

}  // namespace alembert::numeric
