// A start is found as near as possible to what somebody has guessed, and to nothing else.

#include "motion/start/start.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("what is neither given nor guessed does not pull at a guess") {
  // a heavy bob far from the origin follows its angle; its distance from zero says nothing
  const Motion motion = simulate(read_text(R"(
coordinates x y a
kinetic 1/2*100*(x'^2 + y'^2) + 1/2*a'^2
constraint bob: (x, y) = (50 + cos(a), sin(a))
start a ~ 1.2
run 0.1
)",
                                           "model.mech"));
  CHECK(motion.row(0)[motion.layout().q + 2] == Approx(1.2).epsilon(1e-12));
  CHECK(motion.row(0)[motion.layout().q] == Approx(50 + std::cos(1.2)).epsilon(1e-12));
}

TEST_CASE("of two guesses that cannot both hold, the heavier coordinate keeps its own better") {
  // the nearest point of x + y = 1 to (0, 0) in the norm of diag(1, 4): x = 4 y
  const Motion motion = simulate(read_text(R"(
coordinates x y
kinetic 1/2*(x'^2 + 4*y'^2)
constraint c: x + y = 1
start x ~ 0, y ~ 0
run 0.1
)",
                                           "model.mech"));
  CHECK(motion.row(0)[motion.layout().q] == Approx(0.8).epsilon(1e-12));
  CHECK(motion.row(0)[motion.layout().q + 1] == Approx(0.2).epsilon(1e-12));
}

namespace {

Motion started(const std::string& text) {
  return simulate(read_text(text + "\nrun 0.001\n", "start.mech"));
}

double at_start(const Motion& motion, const char* name) { return motion.front()[name]; }

}  // namespace

TEST_CASE("a guess that can be met is met, however heavy what is not guessed") {
  for (const double mass : {1.0, 1e3, 1e9}) {
    INFO("M = " << mass);
    const Motion motion =
        started(fmt::format("parameters M = {}\ncoordinates x y\nkinetic 1/2*M*x'^2 + "
                            "1/2*y'^2\nconstraint c: x + y = 10\n"
                            "start y ~ 3, y' ~ 2",
                            mass));
    CHECK(at_start(motion, "y") == Approx(3).epsilon(1e-12));
    CHECK(at_start(motion, "x") == Approx(7).epsilon(1e-12));
    CHECK(at_start(motion, "y'") == Approx(2).epsilon(1e-12));
  }
}

TEST_CASE("what nobody guesses takes no guess with it to another branch") {
  // Peaucellier's cell: b and c lie on both sides of the line from the origin to a, where two
  // circles meet. That a has a second coordinate must be found first, and from zero on it once led
  // b to c
  const Motion motion = started(
      "coordinates ax ay bx by cx cy dx dy\n"
      "parameters L = 120, s = 50, r = 40\n"
      "kinetic 1/2*(ax'^2 + ay'^2 + bx'^2 + by'^2 + cx'^2 + cy'^2 + dx'^2 + dy'^2)\n"
      "constraint crank: ax^2 + (ay - r)^2 = r^2\n"
      "constraint long_b: bx^2 + by^2 = L^2\n"
      "constraint long_c: cx^2 + cy^2 = L^2\n"
      "constraint ab: (ax - bx)^2 + (ay - by)^2 = s^2\n"
      "constraint ac: (ax - cx)^2 + (ay - cy)^2 = s^2\n"
      "constraint db: (dx - bx)^2 + (dy - by)^2 = s^2\n"
      "constraint dc: (dx - cx)^2 + (dy - cy)^2 = s^2\n"
      "constraint line: dy = (L^2 - s^2)/(2*r)\n"
      "start ax = 20, bx ~ 60, by ~ 100, cx ~ -20, cy ~ 118, dx ~ 40, dy ~ 148");
  const double ax = 20, ay = 40 + std::sqrt(1200), a = std::hypot(ax, ay);
  const double along = (a * a + 120 * 120 - 50 * 50) / (2 * a),
               across = std::sqrt(120 * 120 - along * along);
  CHECK(at_start(motion, "ay") == Approx(ay).epsilon(1e-9));
  CHECK(at_start(motion, "bx") == Approx((along * ax + across * ay) / a).epsilon(1e-9));
  CHECK(at_start(motion, "by") == Approx((along * ay - across * ax) / a).epsilon(1e-9));
  CHECK(at_start(motion, "cx") == Approx((along * ax - across * ay) / a).epsilon(1e-9));
  CHECK(at_start(motion, "cy") == Approx((along * ay + across * ax) / a).epsilon(1e-9));
}

TEST_CASE("a guess is met where the rows have no gradient along what is not guessed") {
  const std::string circle =
      "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\nconstraint ring: x^2 + y^2 = 1\nstart x ~ ";
  for (const double x : {0.6, 0.3, -0.8}) {
    const Motion motion = started(circle + std::to_string(x));
    CHECK(at_start(motion, "x") == Approx(x).epsilon(1e-12));
    CHECK(std::fabs(at_start(motion, "y")) == Approx(std::sqrt(1 - x * x)).epsilon(1e-12));
  }
  // one that cannot be met is still a guess
  CHECK(at_start(started(circle + "1.5"), "x") == Approx(1).epsilon(1e-12));
}

TEST_CASE("a given value is kept where what is free can satisfy the rows") {
  const Motion motion = started(
      "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\nconstraint ring: x^2 + y^2 = 1\nstart x = 1 - "
      "6e-7");
  CHECK(at_start(motion, "x") == Approx(1 - 6e-7).epsilon(1e-13));
  CHECK(std::fabs(at_start(motion, "y")) == Approx(std::sqrt(1.2e-6 - 3.6e-13)).epsilon(1e-6));
}

TEST_CASE("an angle that is found has no whole turns too many") {
  const Motion motion =
      started("coordinates a b\nkinetic a'^2 + b'^2\nconstraint c: cos(b) = a\nstart a = 0");
  CHECK(std::fabs(at_start(motion, "b")) == Approx(std::numbers::pi / 2).epsilon(1e-12));
}

TEST_CASE("an angle of eleven digits is a start where its cosine vanishes") {
  const Motion motion = started(
      "coordinates a b\nkinetic a'^2 + b'^2\nconstraint c: cos(b) = a\nstart a = 0, b = "
      "1.5707963268");
  CHECK(at_start(motion, "b") == Approx(std::numbers::pi / 2).epsilon(1e-10));
  // but not one that is wrong
  CHECK_THROWS_WITH(
      started(
          "coordinates a b\nkinetic a'^2 + b'^2\nconstraint c: cos(b) = a\nstart a = 0, b = 1.57"),
      Catch::Contains("contradicts 'c'"));
}
