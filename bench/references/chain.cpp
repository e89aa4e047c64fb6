// Reference values of the planar chain (p1): chain N prints the lines of p1_N.txt.

#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Real = long double;
using State = std::vector<Real>;  // angles of the links against the x axis, then their velocities

namespace {

constexpr Real gravity = 9.81L;

// Link e_i pulls its lower mass by T_i and its upper one back, and keeps its length:
// a_i = −T_i e_i + T_{i+1} e_{i+1} + g,  e_i·(a_i − a_{i−1}) = −ω_i²,  a_0 = 0
void find_rates(const State& y, State& rates, Real) {
  const int N = static_cast<int>(y.size() / 2);
  State ex(N), ey(N), diagonal(N), off_diagonal(N), T(N + 1);
  for (int i = 0; i < N; ++i) {
    ex[i] = std::cos(y[i]);
    ey[i] = std::sin(y[i]);
    diagonal[i] = i == 0 ? 1 : 2;
    T[i] = y[N + i] * y[N + i] - (i == 0 ? gravity * ey[0] : 0);
  }
  for (int i = 0; i + 1 < N; ++i) off_diagonal[i] = -(ex[i] * ex[i + 1] + ey[i] * ey[i + 1]);
  for (int i = 1; i < N; ++i) {
    const Real factor = off_diagonal[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * off_diagonal[i - 1];
    T[i] -= factor * T[i - 1];
  }
  for (int i = N - 1; i >= 0; --i) T[i] = (T[i] - off_diagonal[i] * T[i + 1]) / diagonal[i];

  Real ax0 = 0, ay0 = 0;
  for (int i = 0; i < N; ++i) {
    const bool has_next = i + 1 < N;
    const Real ax = -T[i] * ex[i] + (has_next ? T[i + 1] * ex[i + 1] : 0);
    const Real ay = -T[i] * ey[i] + (has_next ? T[i + 1] * ey[i + 1] : 0) - gravity;
    rates[i] = y[N + i];
    rates[N + i] = -ey[i] * (ax - ax0) + ex[i] * (ay - ay0);
    ax0 = ax;
    ay0 = ay;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int N = argc > 1 ? std::atoi(argv[1]) : 2;
  const Real end = N <= 64 ? 10 : N <= 256 ? 2 : 0.5L;
  State y(2 * N, 0);
  boost::numeric::odeint::bulirsch_stoer<State, Real> stepper(1e-17L, 1e-17L, 1, 0);
  Real t = 0;
  for (const Real stop : {0.25L, 0.5L, 1.0L, 2.0L, 5.0L, 10.0L}) {
    if (stop > end) break;
    boost::numeric::odeint::integrate_adaptive(stepper, find_rates, y, t, stop, 1e-3L);
    t = stop;
    Real x = 0, height = 0;
    for (int i = 0; i < N; ++i) {
      x += std::cos(y[i]);
      height += std::sin(y[i]);
    }
    std::printf("%.3Lf %.17Lg %.17Lg\n", t, x, height);
  }
}
