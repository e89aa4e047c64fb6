// A, b and C of constraints of every level against formulas derived by hand.

#include "numbers.hpp"
#include "systems.hpp"

using namespace alembert;

namespace {
constexpr double exact = 1e-13;
}

TEST_CASE("a rolling disk has the equations of Neimark and Fufaev") {
  const Equations e = derive(rolling_disk());
  at_random_states(e, [&](const State& s) {
    const double m = s["m"], r = s["r"], I1 = m * r * r / 4, I3 = m * r * r / 2;
    const double cp = std::cos(s["psi"]), sp = std::sin(s["psi"]);
    const double ct = std::cos(s["theta"]), st = std::sin(s["theta"]);
    const double psi = s["psi'"], theta = s["theta'"], phi = s["phi'"], wa = phi + psi * st;
    const EquationNumbers at = numbers(e, s);

    const double turn = I1 * ct * ct + I3 * st * st;
    CHECK(difference(at.M, {{m, 0, 0, 0, 0, 0},
                            {0, m, 0, 0, 0, 0},
                            {0, 0, m, 0, 0, 0},
                            {0, 0, 0, turn, 0, I3 * st},
                            {0, 0, 0, 0, I1, 0},
                            {0, 0, 0, I3 * st, 0, I3}}) < exact);
    CHECK(difference(at.Q, {0, 0, -m * s["g"],
                            -2 * (I3 - I1) * st * ct * theta * psi - I3 * ct * theta * phi,
                            (I3 - I1) * st * ct * psi * psi + I3 * ct * psi * phi,
                            -I3 * ct * theta * psi}) < 1e-12);

    CHECK(difference(at.A, {{0, 0, 1, 0, r * st, 0},
                            {1, 0, 0, -r * st * cp, -r * ct * sp, -r * cp},
                            {0, 1, 0, -r * st * sp, r * ct * cp, -r * sp}}) < exact);
    CHECK(difference(at.b, {-r * ct * theta * theta,
                            2 * r * theta * psi * ct * cp - r * wa * psi * sp -
                                r * theta * theta * st * sp,
                            2 * r * theta * psi * ct * sp + r * wa * psi * cp +
                                r * theta * theta * st * cp}) < 1e-12);
  });
}

TEST_CASE("Appell's particle has A = 2 (x', y', −z'), b = 2 α cos t and C = −a₀ |u| u",
          "[N25][X2]") {
  const Equations e = derive(appell_particle());
  REQUIRE(e.C.size() == 1);
  at_random_states(e, [&](const State& s) {
    const double vx = s["x'"], vy = s["y'"], vz = s["z'"], u = std::hypot(vx, vy, vz);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{2 * vx, 2 * vy, -2 * vz}}) < exact);
    CHECK(difference(at.b, {2 * s["alpha"] * std::cos(s["t"])}) < exact);
    Row C(3, 0.0);
    for (const CoordinateFormula& term : e.C[0].C)
      C[term.coordinate] += number(e.graph(), term.formula, s);
    CHECK(difference(C, {-s["a0"] * u * vx, -s["a0"] * u * vy, -s["a0"] * u * vz}) < exact);
  });
}

TEST_CASE("a knife edge has A = (sin θ, −cos θ, 0) and b = −θ'(x' cos θ + y' sin θ)", "[F2]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"),
             theta = system.coordinate("theta");
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(theta))) / 2);
  system.constraint("edge", rate(x) * sin(theta) == rate(y) * cos(theta));
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const double sine = std::sin(s["theta"]), cosine = std::cos(s["theta"]);
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{sine, -cosine, 0}}) < exact);
    CHECK(difference(at.b, {-s["theta'"] * (s["x'"] * cosine + s["y'"] * sine)}) < exact);
  });
}

TEST_CASE("a rod whose length is driven as l(t) has b = −2 v² + 2 (l'² + l l'')") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr a = system.parameter("a", 0.1), w = system.parameter("w", 2.0);
  const Expr l = 1 + a * sin(w * system.time());
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.constraint("rod", square(x) + square(y) == square(l));
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const double amplitude = s["a"], omega = s["w"], phase = omega * s["t"];
    const double length = 1 + amplitude * std::sin(phase);
    const double speed = amplitude * omega * std::cos(phase);
    const double change = -amplitude * omega * omega * std::sin(phase);
    const double v2 = s["x'"] * s["x'"] + s["y'"] * s["y'"];
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{2 * s["x"], 2 * s["y"]}}) < exact);
    CHECK(difference(at.b, {-2 * v2 + 2 * (speed * speed + length * change)}) < 1e-12);
    CHECK(difference(number(e.graph(), e.rows[0].rate, s),
                     2 * (s["x"] * s["x'"] + s["y"] * s["y'"]) - 2 * length * speed) < 1e-12);
  });
}

TEST_CASE("a constraint between accelerations is taken as it is given") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"), t = system.time();
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.constraint("given", rate(rate(x)) + y * rate(rate(y)) - square(rate(x)) == sin(t));
  const Equations e = derive(system);
  CHECK(e.rows[0].level == Level::acceleration);
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{1, s["y"]}}) < exact);
    CHECK(difference(at.b, {s["x'"] * s["x'"] + std::sin(s["t"])}) < exact);
  });
}

TEST_CASE("an equation between vectors gives one row per component, pin.1 and pin.2") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"),
             theta = system.coordinate("theta");
  const Expr l = system.parameter("l", 1.0);
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(theta))) / 2);
  system.constraint("level", y == x);
  system.constraint("pin", {x + l * cos(theta) == 1.0, y + l * sin(theta) == 0.5});
  const Equations e = derive(system);
  REQUIRE(e.rows.size() == 3);
  CHECK(e.rows[0].name == "level");
  CHECK(e.rows[1].name == "pin.1");
  CHECK(e.rows[2].name == "pin.2");
  CHECK(e.rows[1].constraint == 1);
  CHECK(e.rows[2].constraint == 1);
  at_random_states(e, [&](const State& s) {
    const double c = s["l"] * std::cos(s["theta"]), d = s["l"] * std::sin(s["theta"]);
    const double w = s["theta'"];
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{-1, 1, 0}, {1, 0, -d}, {0, 1, c}}) < exact);
    CHECK(difference(at.b, {0, c * w * w, d * w * w}) < exact);
  });
}

TEST_CASE("a ball on a turntable rolls with the velocity of the table under it", "[F2]") {
  // x' − R ω_y = −Ω y, y' + R ω_x = Ω x, with angles a, b of the spins ω_x, ω_y
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  const Expr a = system.coordinate("a"), b = system.coordinate("b");
  const Expr R = system.parameter("R", 0.1), W = system.parameter("W", 2.0);
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(a)) + square(rate(b))) / 2);
  system.constraint("roll", {rate(x) - R * rate(b) == -W * y, rate(y) + R * rate(a) == W * x});
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{1, 0, 0, -s["R"]}, {0, 1, s["R"], 0}}) < exact);
    CHECK(difference(at.b, {-s["W"] * s["y'"], s["W"] * s["x'"]}) < exact);
  });
}

TEST_CASE("rows of all levels keep the order in which they were written", "[N1]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y"), z = system.coordinate("z");
  system.kinetic((square(rate(x)) + square(rate(y)) + square(rate(z))) / 2);
  system.constraint("a", rate(rate(x)) == y);
  system.constraint("b", rate(x) == 2 * rate(y));
  system.constraint("c", x * y == 1.0);
  system.constraint("d", rate(z) == z);
  system.constraint("e", z == y);
  system.constraint("f", 3 * rate(rate(z)) == -1.0);
  const Equations e = derive(system);
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    CHECK(
        difference(at.A,
                   {{1, 0, 0}, {1, -2, 0}, {s["y"], s["x"], 0}, {0, 0, 1}, {0, -1, 1}, {0, 0, 3}}) <
        exact);
    CHECK(difference(at.b, {s["y"], 0, -2 * s["x'"] * s["y'"], s["z'"], 0, -1}) < exact);
  });
  std::vector<std::string> names;
  for (const EquationRow& row : e.rows) names.push_back(row.name);
  CHECK(names == std::vector<std::string>{"a", "b", "c", "d", "e", "f"});
}

TEST_CASE("a constraint without velocities is differentiated twice, never into a row of zeros",
          "[F3]") {
  System system;
  const Expr x = system.coordinate("x"), y = system.coordinate("y");
  system.kinetic((square(rate(x)) + square(rate(y))) / 2);
  system.constraint("curve", y == sin(x));
  const Equations e = derive(system);
  CHECK(e.rows[0].level == Level::position);
  at_random_states(e, [&](const State& s) {
    const EquationNumbers at = numbers(e, s);
    CHECK(difference(at.A, {{-std::cos(s["x"]), 1}}) < exact);
    CHECK(difference(at.b, {-std::sin(s["x"]) * s["x'"] * s["x'"]}) < exact);
  });
}

TEST_CASE("constraints change neither the mass matrix nor the forces of the free system", "[N4]") {
  System free;
  const Expr x = free.coordinate("x"), y = free.coordinate("y");
  free.kinetic((square(rate(x)) + square(x) * square(rate(y)) + rate(x) * rate(y)) / 2);
  free.potential(sin(x) * y);
  System bound = free;
  bound.constraint("curve", y == square(x));
  bound.constraint("speed", square(rate(x)) + square(rate(y)) == 1.0);
  const Equations without = derive(free), with = derive(bound);
  REQUIRE(with.rows.size() == 2);
  at_random_states(with, [&](const State& s) {
    CHECK(difference(numbers(with, s).M, numbers(without, s).M) == 0);
    CHECK(difference(numbers(with, s).Q, numbers(without, s).Q) == 0);
  });
}
