#include "theory/principles/textbook_chain.hpp"

#include "motion/simulate.hpp"
#include "theory/principles/virtual_displacements.hpp"
#include "theory/scene.hpp"
#include "theory/scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

struct Forces {
  numeric::Vector reaction, C;
};

Forces forces_at(Numbers& numbers, const Point& point) {
  const Scene scene = look_at(numbers.dynamics.solver(), point.t, point.q, point.v);
  const Instant now = numbers.dynamics.instant(point.t, point.q, point.v);
  return {scene.equations.C + scene.equations.A.transpose() * now.lambda_total, scene.equations.C};
}

}  // namespace

TEST_CASE("every step from Newton to Lagrange holds on a curve that obeys neither",
          "[L5][L6][L7][L8][L9][L10][L11]") {
  std::mt19937_64 random(421);
  int complete = 0;
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    if (named.system.particles().empty()) continue;
    Numbers numbers(named.system);
    TextbookChain chain(numbers.system());
    complete += chain.why_not().empty();
    for (int trial = 0; trial < 5; ++trial) {
      const Point point = random_point(numbers.n(), random);
      check_all(chain.check(numbers.equations, point, random_vector(numbers.n(), random),
                            sizes_at(numbers.equations, point)));
    }
  }
  CHECK(complete >= 6);
}

TEST_CASE("a step with another position, force or mass is noticed", "[L5][L7][L11]") {
  // the equations of one system beside the chain of another
  Numbers numbers(driven_particles());
  System other = driven_particles();
  const Expr a(other.graph(), other.coordinates()[0].q);
  other.particle({"three", 1.0, {a, a}, {1e-7, 0.0}});
  TextbookChain chain(other);
  std::mt19937_64 random(422);
  const Point point = random_point(2, random);
  const numeric::Vector dq = random_vector(2, random);
  const Sizes sizes = sizes_at(numbers.equations, point);
  CHECK_FALSE(
      identity_of(chain.check(numbers.equations, point, dq, sizes), "are the forces").holds());

  // ṗ·δr of a curve with another acceleration is not that of T
  TextbookChain right(numbers.system());
  Point bent = point;
  bent.a[0] += 1;
  CHECK(right.at(bent).left_over().dot(right.displacement(point, dq)) !=
        Approx(right.at(point).left_over().dot(right.displacement(point, dq))).epsilon(1e-3));
}

TEST_CASE("the textbook's chain in numbers: a bead on a turning wire", "[L7][L8][L9][L11]") {
  // r = q (cos Wt, sin Wt): r̈·∂r/∂q = q̈ − W² q
  const System wire = gallery("rotating_wire/along_wire").system;
  TextbookChain chain(wire);
  const auto one = [](double x) { return numeric::Vector::Constant(1, x); };
  const Point at{.t = 0.7, .q = one(1.3), .v = one(0.4), .a = one(-2)};
  const ParticlesAt bead = chain.at(at);
  CHECK(bead.by_positions(0, 0) == Approx(std::cos(1.5 * 0.7)).epsilon(1e-14));
  CHECK(bead.velocity.norm() == Approx(std::hypot(0.4, 1.5 * 1.3)).epsilon(1e-14));
  CHECK(-bead.left_over().dot(chain.displacement(at, one(1))) ==
        Approx(-2 - 1.5 * 1.5 * 1.3).epsilon(1e-13));
}

TEST_CASE("on the motion D'Alembert's principle holds, with all forces and with the applied ones",
          "[L2][L3]") {
  std::mt19937_64 random(423);
  int applied = 0;
  const auto check = [&](Numbers& numbers, const Point& point) {
    TextbookChain chain(numbers.system());
    const Forces forces = forces_at(numbers, point);
    const Identities found = check_dalembert(numbers.equations, chain, point, forces.reaction,
                                             forces.C, sizes_at(numbers.equations, point));
    check_all(found);
    applied += found.front().applies();
  };
  for (const NamedSystem& named : textbook_systems()) {
    CAPTURE(named.name);
    Numbers numbers(named.system);
    check(numbers, numbers.on_constraints(random));
  }
  for (const std::string& name : gallery_names()) {
    CAPTURE(name);
    const Model model = gallery(name);
    Numbers numbers(model.system);
    check(numbers, numbers.start(model));
  }
  for (const std::string& name : moving_names()) {
    CAPTURE(name);
    Numbers numbers(gallery(name).system);
    check(numbers, numbers.on_constraints(random));
  }
  CHECK(applied >= 10);
}

TEST_CASE("the principle fails on a curve that is no motion, and where friction is left out",
          "[L2][L3]") {
  std::mt19937_64 random(424);
  Numbers numbers(gallery("driven_hoop/driven_hoop").system);
  TextbookChain chain(numbers.system());
  Point point = numbers.on_constraints(random);
  const Forces forces = forces_at(numbers, point);
  ConstraintRates rates(numbers.system());
  // an acceleration that the constraints allow, but not the motion's
  point.a += 1e-5 * virtual_basis(rates.A(point)).col(0);
  for (const Identity& identity : check_dalembert(numbers.equations, chain, point, forces.reaction,
                                                  forces.C, sizes_at(numbers.equations, point)))
    CHECK_FALSE(identity.holds());

  const Model resisted = gallery("appell/resisted");
  Numbers braked(resisted.system);
  TextbookChain chain_of_braked(braked.system());
  const Point start = braked.start(resisted);
  const Forces brake = forces_at(braked, start);
  const numeric::Vector none = numeric::Vector::Zero(3);
  const Sizes sizes = sizes_at(braked.equations, start);
  CHECK(identity_of(check_dalembert(braked.equations, chain_of_braked, start, brake.reaction,
                                    brake.C, sizes),
                    "applied forces")
            .holds());
  CHECK_FALSE(identity_of(check_dalembert(braked.equations, chain_of_braked, start, brake.reaction,
                                          none, sizes),
                          "applied forces")
                  .holds());
}

TEST_CASE("with the inertial force each particle of a motion is in equilibrium", "[L1]") {
  // in Cartesian coordinates the reaction on each particle is known: F + F^c − ṗ = 0
  Numbers numbers(gallery("driven_hoop/driven_hoop").system);
  TextbookChain chain(numbers.system());
  std::mt19937_64 random(425);
  const Point point = numbers.on_constraints(random);
  const ParticlesAt all = chain.at(point);
  CHECK((all.by_positions - numeric::Matrix::Identity(3, 3)).norm() < 1e-15);
  numeric::Vector weight(3);
  weight << 0, 0, -9.81;
  const numeric::Vector sum = all.left_over() + weight + forces_at(numbers, point).reaction;
  CHECK(sum.norm() < 1e-12 * all.acceleration.norm());
  CHECK((all.left_over() + weight).norm() > 1e-2);
}

TEST_CASE("minimal coordinates and redundant ones give the same motion", "[L17]") {
  const Motion angle = simulate(gallery("rotating_wire/along_wire"), {.until = 2.0}),
               cartesian = simulate(gallery("rotating_wire/cartesian"), {.until = 2.0});
  for (const double t : {0.5, 1.3, 2.0}) {
    const double r = angle.at(t)["r"];
    CHECK(cartesian.at(t)["x"] == Approx(r * std::cos(1.5 * t)).margin(1e-9));
    CHECK(cartesian.at(t)["y"] == Approx(r * std::sin(1.5 * t)).margin(1e-9));
  }
  System swing = pendulum_in_angle(), rod = pendulum_with_rod();
  const auto symbol = [](System& s, std::size_t j) {
    return Expr(s.graph(), s.coordinates()[j].q);
  };
  const Motion minimal = simulate(swing, {.start = {{symbol(swing, 0), 1.2}}, .until = 3.0});
  const Motion redundant = simulate(
      rod,
      {.start = {{symbol(rod, 0), std::sin(1.2)}, {symbol(rod, 1), -std::cos(1.2)}}, .until = 3.0});
  for (const double t : {1.0, 2.0, 3.0}) {
    CHECK(redundant.at(t)["x"] == Approx(std::sin(minimal.at(t)["theta"])).margin(1e-8));
    CHECK(redundant.at(t)["y"] == Approx(-std::cos(minimal.at(t)["theta"])).margin(1e-8));
  }
}
