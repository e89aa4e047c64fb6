#pragma once
/// When constraints hold at a state.

#include <algorithm>
#include <cmath>
#include <vector>

#include "motion/dynamics.hpp"

namespace alembert {

/// Whether each of the rows misses, at the state evaluated last, by at most `part` of what its gradient says is the size
/// of its terms at x. A row that misses by more than all of that has no gradient to say so: it holds where rounding is
/// all that is left of it.
inline bool rows_hold(const Dynamics& dynamics, const std::vector<numeric::Index>& rows,
                      const numeric::Vector& residual, const numeric::Vector& rounding,
                      const numeric::Vector& x, double part) {
  return std::ranges::all_of(rows, [&](numeric::Index r) {
    const double miss = std::fabs(residual[r]), size = dynamics.row_size(r, x);
    return miss <= (miss < size ? part * size : rounding[r]);
  });
}

}  // namespace alembert
