// What is small beside a motion is small beside the parts that belong together, not beside
// everything in the model.

#include "dynamics/natural_sizes.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/mass_blocks.hpp"
#include "ensemble/ensemble.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// a star that a second one moves, and a probe on a circle around the first, each with its mass in
// kilograms
std::string star_and_probe(double mass_of_probe) {
  return fmt::format(
      "coordinates X x y\nparameters M = 1.989e30, m = {}, mu = 1.3275e20, r = 1.5e11\n"
      "kinetic 1/2*M*X'^2 + 1/2*m*(x'^2 + y'^2)\n"
      "potential 1/2*M*1e-14*X^2 - m*mu/hypot(x, y)\n"
      "start X = 1e9, x = r, y = 0, x' = 0, y' = sqrt(mu/r)\nrun 1e8\n",
      mass_of_probe);
}

}  // namespace

TEST_CASE("a probe of a ton is as exact beside a star as one that is as heavy as the star") {
  for (const double mass : {1e30, 1e3, 1e-12}) {
    CAPTURE(mass);
    const Motion motion = simulate(read_text(star_and_probe(mass), "model.mech"), {.every = 1e8});
    const double angle = std::sqrt(1.3275e20 / 1.5e11) / 1.5e11 * 1e8;
    CHECK(motion.back()["x"] == Approx(1.5e11 * std::cos(angle)).epsilon(1e-8));
    CHECK(motion.back()["y"] == Approx(1.5e11 * std::sin(angle)).epsilon(1e-8));
    CHECK(motion.back()["X"] == Approx(1e9 * std::cos(10.0)).epsilon(1e-8));
  }
}

TEST_CASE(
    "a motion that changes between equations has the sizes that it has, however often it does") {
  // at so tight a tolerance rounding of the first coordinate makes the second larger than the first
  MotionBeginning beginning{numeric::Vector::Ones(2),
                            numeric::Vector::Unit(2, 0),
                            numeric::Vector::Zero(2),
                            numeric::Vector::Zero(2),
                            1,
                            numeric::Vector::Zero(2)};
  NaturalSizes one({{0, 1}}), other({{0, 1}});
  for (NaturalSizes* sizes : {&one, &other}) {
    sizes->set_tolerance(1e-14);
    sizes->begin(beginning);
  }
  const std::vector<double> moved = {3, 0, 2, 0};
  one.take(moved.data());
  other.widen(one);
  const double q = other.of_q(1), v = other.of_v(1);
  CHECK(q == one.of_q(1));
  for (int i = 0; i < 10; ++i) {
    one.widen(other);
    other.widen(one);
    one.take(moved.data());
  }
  CHECK(one.of_q(1) == q);
  CHECK(other.of_v(1) == v);
}

TEST_CASE("lanes take a light body beside a heavy one as exactly as a run of its own") {
  const Model model = read_text(star_and_probe(1000), "model.mech");
  const Expr x(model.system.graph(), model.system.graph().find_symbol("x"));
  const std::vector<double> starts = {1.5e11, 1.6e11, 1.7e11, 1.8e11};
  const Ensemble ensemble = simulate_ensemble(model, {x}, starts);
  CHECK(ensemble.one_by_one == 0);
  const Motion alone = simulate(model, {.every = 1e8});
  CHECK(ensemble.state(0, 0)[1] == Approx(alone.back()["x"]).epsilon(1e-8));
}

TEST_CASE("a moon that goes round in an hour is followed beside a planet that takes a year") {
  const Model model = read_text(
      R"(
coordinates X x y
parameters M = 6e24, m = 100, mu = 3.986e14, r = 7e6
kinetic 1/2*M*X'^2 + 1/2*m*(x'^2 + y'^2)
potential 1/2*M*4e-14*X^2 - m*mu/hypot(x, y)
start X = 1.5e11, x = r, y = 0, x' = 0, y' = sqrt(mu/r)
run 1e6
)",
      "model.mech");
  const Motion motion = simulate(model, {.every = 1e6});
  const double angle = std::sqrt(3.986e14 / 7e6) / 7e6 * 1e6;  // 170 times round
  CHECK(motion.back()["x"] == Approx(7e6 * std::cos(angle)).margin(7e6 * 1e-6));
}

TEST_CASE(
    "a coordinate that two springs hold by equal and opposite forces does not shorten steps") {
  // what is left of the forces on x is rounding, which changes at random from step to step
  const auto steps = [](const std::string& x) {
    const Model model = read_text(
        "coordinates x y\nparameters k = 50, l = 0.7\nkinetic 1/2*(x'^2 + y'^2)\n"
        "potential 1/2*k*(hypot(x - 1, y - 0.3) - l)^2 + 1/2*k*(hypot(x + 1, y - 0.3) - l)^2\n"
        "start y = 0.5, x = " +
            x + "\nrun 10\n",
        "model.mech");
    const Motion motion = simulate(model);
    REQUIRE(motion.outcome().complete());
    return static_cast<double>(motion.counters().steps);
  };
  CHECK(steps("3e-17") < 1.05 * steps("0"));
}

TEST_CASE("coordinates are in one block where M or a constraint couples them") {
  const Equations equations = derive(read_text("coordinates a b c d\n"
                                               "kinetic 1/2*(a'^2 + b'^2 + a'*b' + c'^2 + d'^2)\n"
                                               "constraint rod: c = 2*d\n",
                                               "model.mech")
                                         .system);
  CHECK(mass_blocks(equations.M) == std::vector<CoordinateBlock>{{0, 1}, {2}, {3}});
  CHECK(coupled_blocks(equations.M, equations.A) == std::vector<CoordinateBlock>{{0, 1}, {2, 3}});
}
