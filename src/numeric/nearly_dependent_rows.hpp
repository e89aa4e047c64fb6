#pragma once
/// Rows that come to depend on each other, as at a singular position, found for much less than a
/// decision of the rank.

#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// The rows of A, increasing, that take part in a combination y with |yᵀA| ≤ cut |y| or about that,
/// rows at unit length and both sizes those of the largest component. Elimination row by row: few
/// operations where A has few entries, and without a bound for the worst case that singular values
/// would give.
std::vector<Index> nearly_dependent_rows(MatrixView A, double cut);

}  // namespace alembert::numeric
