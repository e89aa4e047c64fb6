#pragma once
/// Integrals that come along with a motion, such as works, by Gauss's quadrature over one step.

#include <array>
#include <cstddef>

#include "numeric/matrix.hpp"

namespace alembert::integrate {

/// Gauss's three nodes make the integral over the step exact where the rates are polynomials of
/// degree 5. With the rates at both ends it is exact up to any point of the step for those of
/// degree 4.
class PowerQuadrature {
 public:
  static constexpr std::size_t count = 5;
  static constexpr std::array<double, count> nodes{0, 0.11270166537925831148, 0.5,
                                                   0.88729833462074168852, 1};
  /// The nodes that the integral over the step needs.
  static constexpr std::array<std::size_t, 3> inner{1, 2, 3};

  /// The rates of the integrals at each node.
  std::array<numeric::Vector, count> rates;

  /// What the integrals gain in a step of length h; refers to the rates.
  auto gained(double h) const {
    return (h * 5 / 18) * (rates[1] + rates[3]) + (h * 4 / 9) * rates[2];
  }
  /// What they have gained at x, which goes from 0 to 1; refers to the rates.
  auto gained(double x, double h) const {
    return (h * weight(0, x)) * rates[0] + (h * weight(1, x)) * rates[1] +
           (h * weight(2, x)) * rates[2] + (h * weight(3, x)) * rates[3] +
           (h * weight(4, x)) * rates[4];
  }

 private:
  /// The integral from 0 to x of the Lagrange polynomial of node j: of degree 4, so that three
  /// nodes are enough.
  static double weight(std::size_t j, double x) {
    const auto lagrange = [&](double at) {
      double product = 1;
      for (std::size_t i = 0; i < count; ++i)
        if (i != j) product *= (at - nodes[i]) / (nodes[j] - nodes[i]);
      return product;
    };
    return x *
           (5 * (lagrange(x * nodes[1]) + lagrange(x * nodes[3])) + 8 * lagrange(x * nodes[2])) /
           18;
  }
};

}  // namespace alembert::integrate
