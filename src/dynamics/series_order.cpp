#include "dynamics/series_order.hpp"

#include <cmath>

namespace alembert {

namespace {

// What a step costs in units of one order: as much as this for its landing, and the sums of an
// order grow with it. Measured on chains and four-bar rows; the least is flat.
constexpr double cost_of_landing = 10;
constexpr double growth_of_sums = 1.0 / 60;
constexpr int lowest_taylor_order = 8, highest_taylor_order = 36;

}  // namespace

int order_for(double tolerance) {
  const auto cost = [&](int order) {
    return (cost_of_landing + order * (1 + growth_of_sums * order)) /
           std::pow(tolerance, 1.0 / order);
  };
  int best = lowest_taylor_order;
  while (best < highest_taylor_order && cost(best + 1) < cost(best)) ++best;
  return best;
}

}  // namespace alembert
