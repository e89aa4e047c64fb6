#pragma once
/// The linear complementarity problem: 0 ≤ z ⟂ w = N z + q ≥ 0.

#include <optional>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// Lemke's method, ties broken lexicographically, so that no basis returns: finite. None where it
/// ends on a ray: then there may be no solution. Entries of N of order one; `rounding` is the part
/// of the largest entries of its row below which a number counts as zero.
std::optional<Vector> complementary(MatrixView N, VectorView q, double rounding = 1e-12);

}  // namespace alembert::numeric
