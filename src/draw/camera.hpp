#pragma once
/// From places in space to spots on paper, by parallel rays.

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "draw/picture.hpp"
#include "draw/upright.hpp"

namespace alembert {

/// The direction of view, in degrees: azimuth from x towards y, elevation above the level plane. If
/// up is not z, x is kept as far as possible, and y is at right angles to both.
struct View {
  double azimuth = -60, elevation = 20;
};

class Camera {
 public:
  /// Two dimensions are seen as they are, with y upwards.
  Camera(int dimension, View view, const UnitVector& up = {0, 0, 1})
      : is_flat_(dimension == 2), upright_(up) {
    const double a = view.azimuth * std::numbers::pi / 180;
    const double e = view.elevation * std::numbers::pi / 180;
    right_ = {-std::sin(a), std::cos(a), 0};
    up_ = {-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e)};
    towards_ = {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
  }

  bool is_flat() const { return is_flat_; }
  /// The picture of a place, in its own length; y points up.
  Spot see(const Position& p) const {
    if (is_flat_) return {p[0], p[1]};
    const Position q = upright_.from_space(p);
    return {along(right_, q), along(up_, q)};
  }
  /// How near a place is to the eye: larger is nearer.
  double nearness(const Position& p) const {
    return is_flat_ ? 0 : along(towards_, upright_.from_space(p));
  }
  const Upright& upright() const { return upright_; }

 private:
  using Axis = std::array<double, 3>;
  static double along(const Axis& axis, const Position& p) {
    return axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
  }
  bool is_flat_;
  Upright upright_;
  Axis right_{}, up_{}, towards_{};
};

}  // namespace alembert
