#pragma once
/// Which multipliers are determined, and which rows depend on each other (Eq. 30 of
/// docs/theory.md).

#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

class KktFactors;

/// Rows tied together by vectors y with Aᵀy = 0; the finest partition for which that is true.
struct DependentRows {
  std::vector<Index> rows;  ///< increasing
  Index surplus = 0;        ///< how many of them could be left out without freeing anything
};

struct Redundancy {
  /// λ_i is unique iff every y with Aᵀy = 0 has y_i = 0; otherwise it is the one of least norm.
  std::vector<bool> unique;
  /// Ordered by their first row; a zero row is a group of its own.
  std::vector<DependentRows> groups;
};

Redundancy find_redundancy(const KktFactors& factors);

}  // namespace alembert::numeric
