// M, Q, A, b of pendulums and chains against formulas derived by hand.

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {
constexpr double exact = 1e-13;  // the same formula in another order of operations
}

TEST_CASE("a pendulum in its angle has M = m l² and Q = −m g l sin θ") {
  const Equations e = derive(pendulum_in_angle());
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{s["m"] * s["l"] * s["l"]}}) < exact);
    CHECK(difference(at.Q, {-s["m"] * s["g"] * s["l"] * std::sin(s["theta"])}) < exact);
    CHECK(at.A.empty());
    CHECK(at.b.empty());
  });
}

TEST_CASE("the rod of a Cartesian pendulum has A = (2x, 2y) and b = −2 v²") {
  const Equations e = derive(pendulum_with_rod());
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    const double m = s["m"], vx = s["x'"], vy = s["y'"];
    CHECK(difference(at.M, {{m, 0}, {0, m}}) < exact);
    CHECK(difference(at.Q, {0, -m * s["g"]}) < exact);
    CHECK(difference(at.A, {{2 * s["x"], 2 * s["y"]}}) < exact);
    CHECK(difference(at.b, {-2 * (vx * vx + vy * vy)}) < exact);
  });
}

TEST_CASE("the double pendulum has the equations of Landau and Lifshitz, §5") {
  const Equations e = derive(double_pendulum());
  at_random_states(e, [&](const State& s) {
    const double m1 = s["m1"], m2 = s["m2"], l1 = s["l1"], l2 = s["l2"], g = s["g"];
    const double c = std::cos(s["theta1"] - s["theta2"]), d = std::sin(s["theta1"] - s["theta2"]);
    const double w1 = s["theta1'"], w2 = s["theta2'"];
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{(m1 + m2) * l1 * l1, m2 * l1 * l2 * c},
                            {m2 * l1 * l2 * c, m2 * l2 * l2}}) < exact);
    CHECK(difference(at.Q,
                     {-m2 * l1 * l2 * d * w2 * w2 - (m1 + m2) * g * l1 * std::sin(s["theta1"]),
                      m2 * l1 * l2 * d * w1 * w1 - m2 * g * l2 * std::sin(s["theta2"])}) < exact);
  });
}

TEST_CASE("a planar chain in angles has M_ij = (N − max(i,j) + 1) m l² cos(θ_i − θ_j)") {
  constexpr int N = 5;
  const Equations e = derive(planar_chain_in_angles(N));
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], l = s["l"], g = s["g"];
    Matrix M(N, Row(N));
    Row Q(N, 0.0);
    const auto theta = [&](int i) { return s[fmt::format("theta[{}]", i)]; };
    const auto w = [&](int i) { return s[fmt::format("theta[{}]'", i)]; };
    for (int i = 1; i <= N; ++i) {
      for (int j = 1; j <= N; ++j) {
        const double below = (N - std::max(i, j) + 1) * m * l * l;
        M[i - 1][j - 1] = below * std::cos(theta(i) - theta(j));
        Q[i - 1] -= below * std::sin(theta(i) - theta(j)) * w(j) * w(j);
      }
      Q[i - 1] -= (N - i + 1) * m * g * l * std::sin(theta(i));
    }
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, M) < 1e-12);
    CHECK(difference(at.Q, Q) < 1e-12);
  });
}

TEST_CASE("the rods of a Cartesian chain have A = ±2 (r_i − r_{i−1}) and b = −2 |ṙ_i − ṙ_{i−1}|²") {
  constexpr int N = 4;
  const Equations e = derive(planar_chain_with_rods(N));
  at_random_states(e, [&](const State& s) {
    Matrix M(2 * N, Row(2 * N, 0.0)), A(N, Row(2 * N, 0.0));
    Row Q(2 * N, 0.0), b(N);
    const auto at_link = [&](const std::string& what, int i, const std::string& prime) {
      return i == 0 ? 0.0 : s[fmt::format("{}[{}]{}", what, i, prime)];
    };
    for (int i = 1; i <= N; ++i) {
      const double dx = at_link("x", i, "") - at_link("x", i - 1, "");
      const double dy = at_link("y", i, "") - at_link("y", i - 1, "");
      const double du = at_link("x", i, "'") - at_link("x", i - 1, "'");
      const double dv = at_link("y", i, "'") - at_link("y", i - 1, "'");
      M[2 * i - 2][2 * i - 2] = M[2 * i - 1][2 * i - 1] = s["m"];
      Q[2 * i - 1] = -s["m"] * s["g"];
      A[i - 1][2 * i - 2] = 2 * dx;
      A[i - 1][2 * i - 1] = 2 * dy;
      if (i > 1) A[i - 1][2 * i - 4] = -2 * dx;
      if (i > 1) A[i - 1][2 * i - 3] = -2 * dy;
      b[i - 1] = -2 * (du * du + dv * dv);
    }
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, M) < exact);
    CHECK(difference(at.Q, Q) < exact);
    CHECK(difference(at.A, A) < exact);
    CHECK(difference(at.b, b) < exact);
  });
}

TEST_CASE("a spherical pendulum feels the centrifugal force of its azimuth and Coriolis' torque") {
  const Equations e = derive(spherical_pendulum());
  at_random_states(e, [&](const State& s) {
    const double ml2 = s["m"] * s["l"] * s["l"], wt = s["theta'"], wp = s["phi'"];
    const double sine = std::sin(s["theta"]), cosine = std::cos(s["theta"]);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{ml2, 0}, {0, ml2 * sine * sine}}) < exact);
    CHECK(difference(at.Q, {ml2 * sine * cosine * wp * wp - s["m"] * s["g"] * s["l"] * sine,
                            -2 * ml2 * sine * cosine * wt * wp}) < exact);
  });
}

TEST_CASE("a cart and its pole pull each other along") {
  const Equations e = derive(cart_and_pole());
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], l = s["l"], sine = std::sin(s["theta"]), w = s["theta'"];
    const double coupling = m * l * std::cos(s["theta"]);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{s["mc"] + m, coupling}, {coupling, m * l * l}}) < exact);
    CHECK(difference(at.Q, {m * l * sine * w * w + s["push"] * std::sin(s["t"]),
                            -m * s["g"] * l * sine}) < exact);
  });
}

TEST_CASE("a shaken support changes the weight of Kapitza's pendulum") {
  // θ'' l = −(g + ÿ_support) sin θ, Landau and Lifshitz §30
  const Equations e = derive(kapitza_pendulum());
  at_random_states(e, [&](const State& s) {
    const double lift = -s["a"] * s["omega"] * s["omega"] * std::cos(s["omega"] * s["t"]);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{s["m"] * s["l"] * s["l"]}}) < exact);
    CHECK(difference(at.Q, {-s["m"] * s["l"] * (s["g"] + lift) * std::sin(s["theta"])}) < 1e-12);
  });
}
