#pragma once
/// LDLᵀ of a dense symmetric matrix in loops, for one matrix or for several side by side in lanes.
///
/// A matrix is stored as its lower triangle, row by row; like vectors it has its lanes innermost.
/// Pivots are taken as they come: the order is such that they are not zero (elimination_order.hpp).
/// A lane has the same bits whichever others run beside it.

#include <cstddef>

namespace alembert {

/// Size of a lower triangle, for one lane.
constexpr std::size_t triangle_size(std::size_t size) { return size * (size + 1) / 2; }

/// Overwrites the entries below the diagonal with L, and writes 1/D to `reciprocals`; the diagonal
/// itself is undefined afterwards.
void factorise_dense(std::size_t size, std::size_t lanes, double* matrix, double* reciprocals);

/// Overwrites y with the solution x of (LDLᵀ) x = y.
void solve_dense(std::size_t size, std::size_t lanes, const double* L, const double* reciprocals,
                 double* y);

}  // namespace alembert
