#include "sweep/hermite.hpp"

namespace alembert {

std::vector<double> between(const Knot& before, const Knot& after, double t) {
  const std::size_t n = before.acceleration.size();
  const double h = after.t - before.t, s = (t - before.t) / h;
  std::vector<double> state(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const double q0 = before.state[i], v0 = h * before.state[n + i];
    const double a0 = h * h * before.acceleration[i] / 2;
    // how far q, h q̇ and h² q̈/2 at the other end differ from the parabola of this end
    const double q = after.state[i] - (q0 + v0 + a0);
    const double v = h * after.state[n + i] - (v0 + 2 * a0);
    const double a = h * h * after.acceleration[i] / 2 - a0;
    const double c3 = 10 * q - 4 * v + a, c4 = -15 * q + 7 * v - 2 * a, c5 = 6 * q - 3 * v + a;
    state[i] = q0 + s * (v0 + s * (a0 + s * (c3 + s * (c4 + s * c5))));
    state[n + i] = (v0 + s * (2 * a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
  }
  return state;
}

}  // namespace alembert
