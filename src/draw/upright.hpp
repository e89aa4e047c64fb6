#pragma once
/// The axes of an upright picture, whichever direction its model calls up.

#include <array>
#include <cmath>
#include <vector>

#include "draw/upward.hpp"

namespace alembert {

/// A place of two or three components.
using Position = std::vector<double>;

/// Two level axes and up, at right angles.
class Upright {
 public:
  explicit Upright(const UnitVector& up = {0, 0, 1}) : axes_{UnitVector{1, 0, 0}, {0, 1, 0}, up} {
    // x without its part along up; y if x is nearly up itself
    UnitVector& across = axes_[0];
    if (std::fabs(up[0]) > 0.9) across = {0, 1, 0};
    const double along = dot(across, up);
    for (std::size_t i = 0; i < 3; ++i) across[i] -= along * up[i];
    const double length = std::sqrt(dot(across, across));
    for (double& component : across) component /= length;
    axes_[1] = {up[1] * across[2] - up[2] * across[1], up[2] * across[0] - up[0] * across[2],
                up[0] * across[1] - up[1] * across[0]};
  }

  /// A place by its components along these axes.
  Position from_space(const Position& p) const {
    Position q;
    for (const UnitVector& axis : axes_)
      q.push_back(axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]);
    return q;
  }
  Position to_space(const Position& q) const {
    Position p(3, 0.0);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 3; ++i) p[i] += q[k] * axes_[k][i];
    return p;
  }

 private:
  static double dot(const UnitVector& a, const UnitVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  std::array<UnitVector, 3> axes_;
};

}  // namespace alembert
