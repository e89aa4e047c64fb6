#pragma once
/// How many constraint rows are independent, decided with a cut, and kept with hysteresis.

#include <algorithm>
#include <optional>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// Where rows count as dependent. Ratios refer to the rows of B = A L⁻ᵀ (M = LLᵀ) at unit length.
struct RankOptions {
  /// σ_j counts when σ_j/σ_1 lies above it (Eq. 31 of docs/theory.md). 1e-15 makes a four-bar blow
  /// up when flat.
  double tolerance = 1e-10;
  /// With a previous rank k: σ_k is dropped only below tolerance/hysteresis, and σ_{k+1} is taken
  /// in only above tolerance·hysteresis, so that noise at the cut does not switch the rank.
  double hysteresis = 10;
  std::optional<Index> previous = {};
  /// A σ within this factor of the cut, on either side, is reported as doubtful.
  double doubt = 1e3;
  /// How long the rows are by nature in the norm of M⁻¹, where that is known. A row whose gradient
  /// vanishes on the way has no direction but that of its rounding errors: it is not scaled up
  /// beyond `most_stretched` of its natural length.
  Vector lengths = {};
  static constexpr double most_stretched = 1e-4;
  /// What row i is divided by before its rank is decided.
  double scale(Index i, double length) const {
    return lengths.size() > i ? std::max(length, most_stretched * lengths(i)) : length;
  }
};

struct Rank {
  Index value = 0;
  /// Smallest kept pivot of the column-pivoted QR relative to the largest; 1 when no row is left.
  double pivot_ratio = 1;
  /// σ_k/σ_{k+1}, or the same ratio of pivots: how clear the decision is; infinite when nothing was
  /// cut.
  double gap = 0;
  /// Some σ_j/σ_1 lies near the cut.
  bool doubtful = false;
  /// σ_1 ≥ σ_2 ≥ … of the scaled rows, when asked for or when the pivots alone were doubtful.
  Vector singular_values;
};

/// The number of leading `sizes` (decreasing) that count, by the rule of the options.
Index count_significant(VectorView sizes, const RankOptions& options);

}  // namespace alembert::numeric
