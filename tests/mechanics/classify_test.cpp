#include "mechanics/classify.hpp"

#include "numbers.hpp"

using namespace alembert;

namespace {

/// A particle in space with an angle, on which each test puts its constraint.
struct Space {
  System s;
  Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  Expr theta = s.coordinate("theta");
  Expr t = s.time();
  Expr u = rate(x), v = rate(y), w = rate(z), turn = rate(theta);

  Space() { s.kinetic((square(u) + square(v) + square(w) + square(turn)) / 2); }

  Equations with(const Equation& equation) {
    s.constraint("c", equation);
    return derive(s);
  }

  std::string kind(const Equation& equation) {
    return describe(with(equation).rows[0].classification);
  }
};

}  // namespace

TEST_CASE("a rod is holonomic and scleronomic: it allows rest and does no work", "[N2]") {
  Space space;
  CHECK(space.kind(square(space.x) + square(space.y) == 1.0) ==
        "position, linear in the velocities, independent of time, rest allowed, does no work");
}

TEST_CASE("a driven hoop is holonomic and rheonomic: it allows no rest and may do work", "[N2]") {
  Space space;
  CHECK(space.kind(space.y * cos(3 * space.t) == space.x * sin(3 * space.t)) ==
        "position, affine in the velocities, depends on time, rest not allowed, may do real work");
}

TEST_CASE("a knife edge is linear in the velocities and does no work", "[N2][X5]") {
  Space space;
  CHECK(space.kind(space.u * sin(space.theta) == space.v * cos(space.theta)) ==
        "velocity, linear in the velocities, independent of time, rest allowed, does no work");
}

TEST_CASE("rolling is linear in the velocities and does no work", "[N2]") {
  Space space;
  CHECK(space.kind(space.u == 0.5 * space.turn) ==
        "velocity, linear in the velocities, independent of time, rest allowed, does no work");
}

TEST_CASE("x' = y allows no rest, since y need not vanish", "[N2]") {
  Space space;
  CHECK(space.kind(space.u == space.y) ==
        "velocity, affine in the velocities, independent of time, rest not allowed, may do real "
        "work");
}

TEST_CASE("a ball on a turntable is affine: the table moves under it", "[N2][X5]") {
  Space space;
  CHECK(space.kind(space.u - 0.1 * space.turn == -2 * space.y) ==
        "velocity, affine in the velocities, independent of time, rest not allowed, may do real "
        "work");
}

TEST_CASE("a Pfaffian row with coefficients of t is linear, depends on time and does no work",
          "[N2][F2]") {
  Space space;
  CHECK(space.kind(space.u == space.t * space.v) ==
        "velocity, linear in the velocities, depends on time, rest allowed, does no work");
}

TEST_CASE("Appell's cone is nonlinear but homogeneous: by Euler's theorem it does no work",
          "[N2][X5]") {
  Space space;
  CHECK(space.kind(square(space.u) + square(space.v) == square(space.w)) ==
        "velocity, nonlinear in the velocities, independent of time, rest allowed, does no work");
}

TEST_CASE("a cone of degree three, or of degree four, does no work either") {
  Space three;
  CHECK_FALSE(
      three.with(three.u * square(three.u) + three.v * square(three.v) == three.w * square(three.w))
          .rows[0]
          .classification.does_real_work);
  Space four;
  CHECK_FALSE(four.with(square(square(four.u)) == four.x * square(four.v * four.w))
                  .rows[0]
                  .classification.does_real_work);
}

TEST_CASE("a prescribed kinetic energy is nonlinear, allows no rest and may do work", "[N2]") {
  Space space;
  CHECK(space.kind(square(space.u) + square(space.v) == 2 * space.s.parameter("K", 1.0)) ==
        "velocity, nonlinear in the velocities, independent of time, rest not allowed, may do "
        "real work");
}

TEST_CASE("a constraint between accelerations is taken as given and cannot be monitored") {
  Space space;
  CHECK(space.kind(rate(space.u) == space.v * space.t) ==
        "acceleration, as given, depends on time, its integrals cannot be monitored");
}

TEST_CASE("A q̇ vanishes on the constraint exactly where a row is said to do no work", "[N2]") {
  // velocities that satisfy ψ = 0 are found by solving for one of them
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 10; ++trial) {
    Space cone;
    const Equations e = cone.with(square(cone.u) + square(cone.v) == square(cone.w));
    State s = random_state(e.system, random);
    s.set("z'", std::hypot(s["x'"], s["y'"]));
    CHECK(std::fabs(dot(numbers(e, s).A[0], velocities(e.system, s))) < 1e-12);

    Space fixed;
    const Equations isokinetic = fixed.with(square(fixed.u) + square(fixed.v) == 8.0);
    State k = random_state(isokinetic.system, random);
    k.set("y'", std::sqrt(8 - k["x'"] * k["x'"]));
    CHECK(dot(numbers(isokinetic, k).A[0], velocities(isokinetic.system, k)) ==
          Approx(16).margin(1e-12));
  }
}

TEST_CASE("a note on the Gauss-Chetaev rule comes only with rows nonlinear in the velocities") {
  Space cone;
  const Equations nonlinear = cone.with(square(cone.u) + square(cone.v) == square(cone.w));
  REQUIRE(nonlinear.notes.size() == 1);
  CHECK(nonlinear.notes[0] ==
        "constraint 'c' is nonlinear in the velocities: the motion follows the Gauss-Chetaev rule, "
        "whose physical realisation must be justified");
  Space edge, affine, rod, driven;
  CHECK(edge.with(edge.u * sin(edge.theta) == edge.v).notes.empty());
  CHECK(affine.with(affine.u == affine.y).notes.empty());
  CHECK(rod.with(square(rod.x) == 1.0).notes.empty());
  CHECK(driven.with(driven.x == sin(driven.t)).notes.empty());
}

TEST_CASE("a note says that acceleration rows cannot be monitored") {
  Space space;
  const Equations e = space.with(rate(space.u) == square(space.v));
  REQUIRE(e.notes.size() == 1);
  CHECK(e.notes[0] ==
        "constraint 'c' is given for accelerations only: no position or velocity residual can be "
        "monitored");
}

TEST_CASE("coordinates without inertia are named, with what that asks of the constraints") {
  System s;
  const Expr x = s.coordinate("x"), y = s.coordinate("y"), z = s.coordinate("z");
  s.kinetic(square(rate(x)) / 2);
  s.potential(square(z));
  s.constraint("rod", y == 2 * x);
  const Equations e = derive(s);
  REQUIRE(e.notes.size() == 2);
  CHECK(e.notes[0] ==
        "coordinate 'y' has no inertia: the constraints must determine its acceleration");
  CHECK(e.notes[1] ==
        "coordinate 'z' has neither inertia nor a constraint: its acceleration is not determined");
}

TEST_CASE("the words of a classification have names") {
  CHECK(name_of(VelocityForm::linear) == "linear");
  CHECK(name_of(VelocityForm::affine) == "affine");
  CHECK(name_of(VelocityForm::nonlinear) == "nonlinear");
  CHECK(name_of(Level::position) == "position");
  CHECK(name_of(Level::velocity) == "velocity");
  CHECK(name_of(Level::acceleration) == "acceleration");
}
