#pragma once
/// When constraints hold at a state.

#include <algorithm>
#include <cmath>
#include <vector>

#include "dynamics/dynamics.hpp"

namespace alembert {

/// The natural sizes of q or q̇, and what they are where that is more.
inline numeric::Vector position_sizes(const Dynamics& dynamics, const numeric::Vector& q) {
  return Eigen::Map<const numeric::Vector>(dynamics.sizes().data(), q.size())
      .cwiseMax(q.cwiseAbs());
}
inline numeric::Vector velocity_sizes(const Dynamics& dynamics, const numeric::Vector& v) {
  return Eigen::Map<const numeric::Vector>(dynamics.sizes().data() + v.size(), v.size())
      .cwiseMax(v.cwiseAbs());
}

/// Whether each of the rows misses by at most `part` of what its gradient says is the size of its
/// terms, with these sizes of q or q̇, or by no more than the rounding of its terms: a row without a
/// gradient has no such size, and that of coordinates which are zero, as those of a drawing, is
/// less than rounding.
inline bool constraints_satisfied(const StateValues& here, const std::vector<numeric::Index>& rows,
                                  const numeric::Vector& residual, const numeric::Vector& rounding,
                                  const numeric::Vector& sizes, double part) {
  return std::ranges::all_of(rows, [&](numeric::Index r) {
    const double miss = std::fabs(residual[r]), size = here.row_size(r, sizes);
    return miss <= std::max(miss < size ? part * size : 0, rounding[r]);
  });
}

}  // namespace alembert
