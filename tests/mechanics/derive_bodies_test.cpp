// M, Q, A, b of orbits, fields, moving frames and rigid bodies against formulas derived by hand.

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {

constexpr double exact = 1e-13;

/// E(u) of ω = 2 E(u) u̇, body axes.
Matrix quaternion_rates(const Row& u) {
  return {{-u[1], u[0], u[3], -u[2]}, {-u[2], -u[3], u[0], u[1]}, {-u[3], u[2], -u[1], u[0]}};
}

}  // namespace

TEST_CASE("a bead on a turning wire feels the centrifugal force and the lag of the wire") {
  // with α = β t²/2: T₂ = ½ m q'², T₁ = m α' d q', T₀ = ½ m α'²(q² + d²)
  const Equations e = derive(bead_on_turning_wire());
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], d = s["d"], q = s["q"], v = s["q'"], rate = s["beta"] * s["t"];
    const double T2 = m * v * v / 2, T1 = m * rate * d * v;
    const double T0 = m * rate * rate * (q * q + d * d) / 2;
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{m}}) < 1e-12);
    CHECK(difference(at.Q, {m * rate * rate * q - m * s["beta"] * d}) < 1e-10);
    CHECK(difference(number(e.graph(), e.L, s), T2 + T1 + T0) < 1e-12);
    CHECK(difference(number(e.graph(), e.energy, s), T2 - T0) < 1e-12);
    CHECK(difference(number(e.graph(), e.time_power, s),
                     -m * s["beta"] * d * v - m * rate * s["beta"] * (q * q + d * d)) < 1e-10);
  });
}

TEST_CASE("a bead on a turning hoop is driven outwards by Ω² sin θ cos θ") {
  const Equations e = derive(bead_on_hoop());
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], R = s["R"], W = s["omega"], theta = s["theta"], w = s["theta'"];
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{m * R * R}}) < exact);
    CHECK(difference(at.Q, {m * R * R * W * W * std::sin(theta) * std::cos(theta) -
                            m * s["g"] * R * std::sin(theta)}) < 1e-12);
    // Jacobi's integral, not the energy
    const double jacobi = m * R * R * w * w / 2 -
                          m * R * R * W * W * std::pow(std::sin(theta), 2) / 2 -
                          m * s["g"] * R * std::cos(theta);
    CHECK(difference(number(e.graph(), e.energy, s), jacobi) < 1e-12);
    CHECK(std::fabs(number(e.graph(), e.time_power, s)) < 1e-12);
  });
}

TEST_CASE("a coordinate measured from a support that moves as s(t) feels −m s̈") {
  System system;
  const Expr q = system.coordinate("q"), t = system.time(), m = system.parameter("m", 1.0);
  system.kinetic(m / 2 * square(rate(q + sin(3 * t))));
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    CHECK(difference(numbers(e, s).Q, {s["m"] * 9 * std::sin(3 * s["t"])}) < 1e-12);
  });
}

TEST_CASE("a top in quaternions has M = 4 EᵀJE and Q = −8 ĖᵀJE u' − ∂V/∂u") {
  const Equations e = derive(quaternion_top());
  at_random_states(e, [&](const State& s) {
    const Row u{s["u0"], s["u1"], s["u2"], s["u3"]}, v{s["u0'"], s["u1'"], s["u2'"], s["u3'"]};
    const Row J{s["J1"], s["J2"], s["J3"]};
    const Matrix E = quaternion_rates(u), Edot = quaternion_rates(v);
    const Row sign{1, -1, -1, 1};
    Matrix M(4, Row(4, 0.0));
    Row Q(4), A;
    for (std::size_t i = 0; i < 4; ++i) {
      Q[i] = -2 * s["mgd"] * sign[i] * u[i];
      for (std::size_t k = 0; k < 3; ++k) {
        Q[i] -= 8 * Edot[k][i] * J[k] * dot(E[k], v);
        for (std::size_t j = 0; j < 4; ++j) M[i][j] += 4 * E[k][i] * J[k] * E[k][j];
      }
      A.push_back(2 * u[i]);
    }
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, M) < 1e-12);
    CHECK(difference(at.Q, Q) < 1e-12);
    CHECK(difference(at.A, {A}) < exact);
    CHECK(difference(at.b, {-2 * dot(v, v)}) < exact);
    // no inertia along u: the unit norm must come from the constraint
    CHECK(difference(times(at.M, u), {0, 0, 0, 0}) < 1e-12);
  });
}

TEST_CASE("two bodies attract each other with equal and opposite forces G m₁ m₂ / d²") {
  const Equations e = derive(two_bodies());
  at_random_states(e, [&](const State& s) {
    const double dx = s["x1"] - s["x2"], dy = s["y1"] - s["y2"], m1 = s["m1"], m2 = s["m2"];
    const double pull = s["G"] * m1 * m2 / std::pow(std::hypot(dx, dy), 3);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{m1, 0, 0, 0}, {0, m1, 0, 0}, {0, 0, m2, 0}, {0, 0, 0, m2}}) < exact);
    CHECK(difference(at.Q, {-pull * dx, -pull * dy, pull * dx, pull * dy}) < 1e-11);
  });
}

TEST_CASE("in polar coordinates a planet has m r̈ = m r φ'² − k/r² and keeps m r² φ'") {
  const Equations e = derive(kepler_in_polar_coordinates());
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], r = s["r"], w = s["phi'"];
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{m, 0}, {0, m * r * r}}) < exact);
    CHECK(difference(at.Q, {m * r * w * w - s["k"] / (r * r), -2 * m * r * s["r'"] * w}) < 1e-12);
  });
}

TEST_CASE("a magnetic field turns the velocity, and its change induces a circular force") {
  const Equations e = derive(charge_in_magnetic_field());
  at_random_states(e, [&](const State& s) {
    const double charge = s["e"], B = s["B"] * (1 + s["eps"] * s["t"]), dB = s["B"] * s["eps"];
    const EquationNumbers at = numbers(e, s);
    const Row lorentz{charge * B * s["y'"] + charge * dB * s["y"] / 2,
                      -charge * B * s["x'"] - charge * dB * s["x"] / 2, 0};
    CHECK(difference(at.M, {{s["m"], 0, 0}, {0, s["m"], 0}, {0, 0, s["m"]}}) < exact);
    CHECK(difference(at.Q, lorentz) < exact);
    // the term linear in the velocities is no energy
    const Row v = velocities(e.system, s);
    CHECK(difference(number(e.graph(), e.energy, s), s["m"] * dot(v, v) / 2) < 1e-12);
  });
}

TEST_CASE("gyroscopic forces are antisymmetric in the velocities and do no work") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"), z = system.coordinate("z");
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(z))) / 2);
  // v·a(q) with a field of no symmetry
  system.lagrangian(sin(y * z) * rate(x) + square(x) * z * rate(y) + cos(x - y) * rate(z));
  const Equations e = derive(system);
  std::vector<NodeId> v;
  for (const Coordinate& c : system.coordinates()) v.push_back(c.v);
  const FormulaMatrix G{3, 3, jacobian(e.graph(), e.Q, v)};
  at_random_states(e, [&](const State& s) {
    const Matrix at = numbers(e.graph(), G, s);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) CHECK(std::fabs(at[i][j] + at[j][i]) < 1e-12);
    CHECK(std::fabs(dot(velocities(system, s), numbers(e, s).Q)) < 1e-11);
  });
}

TEST_CASE("a relativistic particle has the mass matrix γ m (I + γ² v vᵀ/c²)") {
  const Equations e = derive(relativistic_particle());
  at_random_states(e, [&](const State& s) {
    const double vx = s["x'"], vy = s["y'"], c2 = 25, m = s["m"];
    const double gamma = 1 / std::sqrt(1 - (vx * vx + vy * vy) / c2), g3 = gamma * gamma * gamma;
    const double off = m * g3 * vx * vy / c2;
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.M, {{m * gamma + m * g3 * vx * vx / c2, off},
                            {off, m * gamma + m * g3 * vy * vy / c2}}) < 1e-12);
    CHECK(difference(at.Q, {-s["k"] * s["x"], -s["k"] * s["y"]}) < 1e-12);
    const double V = s["k"] * (s["x"] * s["x"] + s["y"] * s["y"]) / 2;
    CHECK(difference(number(e.graph(), e.energy, s), m * c2 * gamma + V) < 1e-12);
  });
}

TEST_CASE("a spatial chain of 16 bodies in Euler angles stays below 100,000 formulas") {
  const Equations e = derive(spatial_chain(16));
  CHECK(e.M.rows == 48);
  CHECK(e.live_nodes() < 100'000);
  CHECK(derive(planar_chain_in_angles(16)).live_nodes() < 2'000);
  CHECK(derive(planar_chain_with_rods(16)).live_nodes() < 500);
}
