#include "theory/principles/lagrange.hpp"

#include "theory/scenes.hpp"

namespace {

using namespace alembert;

theory::Identities lagrange_of(theory::Numbers& numbers, theory::Lagrange& lagrange,
                               const theory::Point& point) {
  return check_lagrange(numbers.dynamics.state(), lagrange, point,
                        theory::sizes_at(numbers.equations, point));
}

}  // namespace

using namespace alembert;
using namespace alembert::theory;

TEST_CASE("Lagrange's equations of L as it was written are M q̈ = Q, for any q̈",
          "[L12][L13][L14][L15][L16][F1]") {
  std::mt19937_64 random(1788);
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    Lagrange lagrange(numbers.system());
    for (int trial = 0; trial < 5; ++trial)
      check_all(lagrange_of(numbers, lagrange, random_point(numbers.n(), random)));
  }
}

TEST_CASE("the equations of gallery systems are Lagrange's", "[L12][L14][L16]") {
  std::mt19937_64 random(1789);
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Model model = gallery(name);
    Numbers numbers(model.system);
    Lagrange lagrange(numbers.system());
    Point point = numbers.start(model);
    check_all(lagrange_of(numbers, lagrange, point));
    point.a += random_vector(numbers.n(), random);
    check_all(lagrange_of(numbers, lagrange, point));
  }
}

TEST_CASE("equations of another system are noticed", "[L12][L13][L14][L16][F1]") {
  const System right = damped_arm();
  System wrong = damped_arm();
  const Expr alpha(wrong.graph(), wrong.coordinates()[0].q);
  SECTION("a force more") {
    wrong.force(alpha, 1e-6);
    Numbers numbers(wrong);
    Lagrange lagrange(right);
    std::mt19937_64 random(3);
    const Identities found = lagrange_of(numbers, lagrange, random_point(numbers.n(), random));
    CHECK_FALSE(identity_of(found, "d/dt(∂L/∂q̇)").holds());
    CHECK_FALSE(identity_of(found, "Q′ = Σ F·∂r/∂q").holds());
    CHECK_FALSE(identity_of(found, "at rest").holds());
    CHECK_FALSE(identity_of(found, "dH/dt = q̇·(Q′").holds());
    CHECK(identity_of(found, "M = ∂²L").holds());
  }
  SECTION("a mass more") {
    wrong.kinetic(1e-6 * square(rate(alpha)));
    Numbers numbers(wrong);
    Lagrange lagrange(right);
    std::mt19937_64 random(4);
    const Identities found = lagrange_of(numbers, lagrange, random_point(numbers.n(), random));
    CHECK_FALSE(identity_of(found, "M = ∂²L").holds());
    CHECK_FALSE(identity_of(found, "H = q̇·∂L").holds());
    CHECK(identity_of(found, "at rest").holds());
  }
}

TEST_CASE("a mass that depends on place and time has its terms in Lagrange's equations", "[L12]") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), t = s.time();
  s.particle({"drop", exp(x * t) + square(y), {x * cos(t) + y, x * y}, {sin(t), rate(x)}});
  Numbers numbers(s);
  Lagrange lagrange(s);
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 10; ++trial)
    check_all(lagrange_of(numbers, lagrange, random_point(2, random)));
}

TEST_CASE("momentum, energy and force of a charge in a growing magnetic field", "[L12][L16]") {
  const System s = charge_in_magnetic_field();  // m = e = B = 1, ε = 0.1
  Lagrange lagrange(s);
  Point at{.t = 2, .q = numeric::Vector(3), .v = numeric::Vector(3), .a = numeric::Vector::Zero(3)};
  at.q << 0.5, -0.7, 1;
  at.v << 1, 2, 3;
  const LagrangeAt found = lagrange.at(at);
  const double B = 1.2, dB = 0.1;
  // p = v + ½ B × r; the magnetic field does no work, the induced one does
  CHECK(found.momentum[0] == Approx(1 - B / 2 * -0.7).epsilon(1e-14));
  CHECK(found.momentum[1] == Approx(2 + B / 2 * 0.5).epsilon(1e-14));
  CHECK(found.energy == Approx(7).epsilon(1e-14));
  CHECK(found.by_time == Approx(dB / 2 * (0.5 * 2 - -0.7 * 1)).epsilon(1e-13));
  CHECK(found.E[0] == Approx(-B * 2 - dB / 2 * -0.7).epsilon(1e-13));
  CHECK(found.E[1] == Approx(B * 1 + dB / 2 * 0.5).epsilon(1e-13));
}

TEST_CASE("on a turning wire T has parts of degree 2 and 0, on a shaken support of degree 1 too",
          "[L12]") {
  const System wire =
      gallery("rotating_wire/along_wire").system;  // r = q (cos Wt, sin Wt), W = 1.5
  Lagrange on_wire(wire);
  const auto one = [](double x) { return numeric::Vector::Constant(1, x); };
  const Point at{.t = 0.4, .q = one(0.8), .v = one(-1.1), .a = one(0)};
  const KineticParts turning = on_wire.kinetic_parts(at);
  CHECK(turning.T2 == Approx(1.1 * 1.1 / 2).epsilon(1e-14));
  CHECK(turning.T1 == Approx(0).margin(1e-15));
  CHECK(turning.T0 == Approx(1.5 * 1.5 * 0.8 * 0.8 / 2).epsilon(1e-14));

  // bob at y = a cos Ωt − l cos θ, with a = 0.1 and the rest 1
  Lagrange shaken(kapitza_pendulum());
  const KineticParts swinging = shaken.kinetic_parts(at);
  CHECK(swinging.T1 == Approx(-0.1 * std::sin(0.4) * std::sin(0.8) * -1.1).epsilon(1e-14));
  CHECK(swinging.T0 == Approx(std::pow(0.1 * std::sin(0.4), 2) / 2).epsilon(1e-13));
}
