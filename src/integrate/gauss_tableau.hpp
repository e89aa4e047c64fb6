#pragma once
/// The coefficients of Gauss's collocation with 4 stages (Hairer, Lubich and Wanner, Geometric
/// Numerical Integration, II.1.3), and of the polynomials through its slopes.

#include <array>
#include <cstddef>

namespace alembert::integrate::gauss {

inline constexpr std::size_t stages = 4;
// Gauss's nodes, his weights, and the integrals of the Lagrange polynomials up to the nodes.
inline constexpr double c[stages] = {0.069431844202973712388, 0.3300094782075718676,
                                     0.6699905217924281324, 0.93056815579702628761};
inline constexpr double b[stages] = {0.17392742256872692869, 0.32607257743127307131,
                                     0.32607257743127307131, 0.17392742256872692869};
inline constexpr double a[stages][stages] = {{0.086963711284363464343, -0.026604180084998793313,
                                              0.012627462689404724515, -0.0035551496857956831569},
                                             {0.18811811749986807165, 0.16303628871563653566,
                                              -0.027880428602470895224, 0.0067355005945381555154},
                                             {0.16719192197418877317, 0.35395300603374396654,
                                              0.16303628871563653566, -0.014190694931141142964},
                                             {0.17748257225452261184, 0.3134451147418683468,
                                              0.35267675751627186463, 0.086963711284363464343}};

/// The Lagrange polynomial of node j at x.
template <std::size_t count>
double lagrange(const std::array<double, count>& nodes, std::size_t j, double x) {
  double product = 1;
  for (std::size_t i = 0; i < count; ++i)
    if (i != j) product *= (x - nodes[i]) / (nodes[j] - nodes[i]);
  return product;
}

// The derivative of the dense output passes through the slopes here.
inline constexpr std::size_t dense_count = stages + 2;
inline constexpr std::array<double, dense_count> dense_nodes{0, c[0], c[1], c[2], c[3], 1};

/// integral[j][m] is the coefficient of x^(m+1) in the integral of the Lagrange polynomial of dense
/// node j.
struct DenseBasis {
  double integral[dense_count][dense_count] = {};

  DenseBasis() {
    for (std::size_t j = 0; j < dense_count; ++j) {
      // multiply the factors (x − x_i)/(x_j − x_i) one by one
      double polynomial[dense_count] = {1};
      std::size_t degree = 0;
      for (std::size_t i = 0; i < dense_count; ++i) {
        if (i == j) continue;
        const double scale = 1 / (dense_nodes[j] - dense_nodes[i]);
        ++degree;
        for (std::size_t m = degree; m > 0; --m)
          polynomial[m] = scale * (polynomial[m - 1] - dense_nodes[i] * polynomial[m]);
        polynomial[0] *= -scale * dense_nodes[i];
      }
      for (std::size_t m = 0; m < dense_count; ++m)
        integral[j][m] = polynomial[m] / static_cast<double>(m + 1);
    }
  }
};
inline const DenseBasis dense_basis;

}  // namespace alembert::integrate::gauss
