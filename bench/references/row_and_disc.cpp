// Reference values of the row of four-bar linkages (p2) and of the rolling disc (p3):
// `row_and_disc p2 N` and `row_and_disc p3` print the lines of p2_N.txt and p3.txt.

#include <Eigen/Dense>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Real = long double;
using State = std::vector<Real>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;

namespace {

constexpr Real gravity = 9.81L;

template <class Rates, class Print>
void tabulate(State y, Rates&& find_rates, Print&& print) {
  boost::numeric::odeint::bulirsch_stoer<State, Real> stepper(1e-17L, 1e-17L, 1, 0);
  Real t = 0;
  for (const Real stop : {1.0L, 2.0L, 5.0L, 10.0L}) {
    boost::numeric::odeint::integrate_adaptive(stepper, find_rates, y, t, stop, 1e-3L);
    t = stop;
    print(t, y);
  }
}

// all bars stay parallel: θ'' = g sin θ ((N+1)/2 + N) / ((N+1)/3 + N), θ from the upright position
void tabulate_row(int N) {
  const Real factor = gravity * ((N + 1) / 2.0L + N) / ((N + 1) / 3.0L + N);
  tabulate(
      State{0, 1},
      [&](const State& y, State& rates, Real) {
        rates[0] = y[1];
        rates[1] = factor * std::sin(y[0]);
      },
      [&](Real t, const State& y) {
        std::printf("%Lg %.17Lg %.17Lg 0\n", t, N + std::sin(y[0]), std::cos(y[0]));
      });
}

// centre, axis n and angular velocity w of a thin disc of 1 kg and 1 m; I = 1/4 (1 + n nᵀ)
void find_disc_rates(const State& y, State& rates, Real) {
  const Vector3 up(0, 1, 0), n(y[3], y[4], y[5]), w(y[6], y[7], y[8]);

  // the arm from the centre to the contact, and how it moves
  const Vector3 slope = up - n[1] * n, n_rate = w.cross(n);
  const Real length = slope.norm();
  const Vector3 slope_rate = -n_rate[1] * n - n[1] * n_rate;
  const Vector3 arm = -slope / length;
  const Vector3 arm_rate =
      -slope_rate / length + slope.dot(slope_rate) / (length * length * length) * slope;

  // rolling: v = −w × arm; moments about the centre: I w' + w × I w = arm × (v' + g up)
  const Matrix3 I = (Matrix3::Identity() + n * n.transpose()) / 4;
  Matrix3 across;
  across << 0, -arm[2], arm[1], arm[2], 0, -arm[0], -arm[1], arm[0], 0;
  const Vector3 moment = -w.cross(I * w) + arm.cross(-w.cross(arm_rate) + gravity * up);
  const Vector3 w_rate = (I - across * across).fullPivLu().solve(moment);
  const Vector3 v = -w.cross(arm);
  for (int k = 0; k < 3; ++k) {
    rates[k] = v[k];
    rates[3 + k] = n_rate[k];
    rates[6 + k] = w_rate[k];
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "p2") {
    tabulate_row(std::atoi(argv[2]));
    return 0;
  }
  // leaning by 0.1, rolling along x at 3 m/s
  const Real s = std::sin(0.1L), c = std::cos(0.1L);
  tabulate(State{0, c, s, 0, -s, c, 0, 3 * s, -3 * c}, find_disc_rates, [](Real t, const State& y) {
    std::printf("%Lg %.17Lg %.17Lg %.17Lg\n", t, y[0], y[1], y[2]);
  });
}
