#pragma once
/// Whether A q̈ = b can hold at all: b ∈ R(A), and if not, which rows contradict each other (Eq. 29
/// of docs/theory.md).

#include <vector>

#include "numeric/redundancy.hpp"

namespace alembert::numeric {

struct Consistency {
  bool consistent = true;
  /// (I − AA⁺)b per row as written, in the units of b; zero to rounding when consistent.
  Vector residual;
  /// The same for rows at unit length, relative to the largest terms of the group of dependent
  /// rows: does not depend on how the rows are scaled.
  Vector relative;
  /// Rows whose relative residual exceeds the tolerance, increasing: those that contradict each
  /// other.
  std::vector<Index> rows;
};

/// `sizes` are the magnitudes of the terms that have to cancel in each row, in the units of b.
Consistency check_consistency(const KktFactors& factors, const Redundancy& redundancy, VectorView b,
                              VectorView sizes, double tolerance);

}  // namespace alembert::numeric
