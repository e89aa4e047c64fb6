// A start that was found is one of several where the constraints are curved: the others are told.

#include "motion/start/other_starts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "motion/start/found_start.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Started {
  Model model;
  Motion motion;
  FoundStart start;
};

Started started(const std::string& text) {
  const Model model = read_text(text + "run 0.1\n", "model.mech");
  const Motion motion = simulate(model);
  return {model, motion, found_start(motion, model)};
}

std::string particle(const std::string& constraints_and_start) {
  return "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\n" + constraints_and_start;
}

}  // namespace

TEST_CASE("a circle has a start above and one below a given abscissa") {
  const auto [model, motion, start] =
      started(particle("constraint rod: x^2 + y^2 = 1\nstart x = 0.6, y' = 0\n"));
  REQUIRE(start.others.size() == 1);
  REQUIRE(start.others[0].size() == 1);
  CHECK(start.others[0][0].name == "y");
  CHECK(start.others[0][0].value == Approx(-motion.front()["y"]).epsilon(1e-12));
}

TEST_CASE("the far side of a circle is found from its near side") {
  const FoundStart start =
      started(particle("constraint rod: (x - 5)^2 + (y - 5)^2 = 1\nstart x = 5\n")).start;
  REQUIRE(start.values.size() == 1);
  CHECK(start.values[0].value == Approx(4).epsilon(1e-12));
  REQUIRE(start.others.size() == 1);
  CHECK(start.others[0].at(0).value == Approx(6).epsilon(1e-12));
}

TEST_CASE("a straight line has one start, and so has a circle at its rightmost point") {
  for (const char* text : {"constraint line: x + 2*y = 1\nstart x = 0.6\n",
                           "constraint rod: x^2 + y^2 = 1\nstart x = 1\n"})
    CHECK(started(particle(text)).start.others.empty());
}

TEST_CASE("who guesses a position chooses its branch") {
  const FoundStart start =
      started(particle("constraint rod: x^2 + y^2 = 1\nstart x = 0.6, y ~ 1\n")).start;
  CHECK(start.values.size() == 1);
  CHECK(start.others.empty());
}

TEST_CASE("what a constraint leaves free is on no branch") {
  // the second point swings about the first, whose height alone is one of two
  const auto [model, motion, start] = started(
      R"(
coordinates x y u w
kinetic 1/2*(x'^2 + y'^2 + u'^2 + w'^2)
constraint first: x^2 + y^2 = 1
constraint second: (u - x)^2 + (w - y)^2 = 1
start x = 0.6
)");
  REQUIRE(start.others.size() == 1);
  REQUIRE(start.others[0].size() == 1);
  CHECK(start.others[0][0].name == "y");
}

TEST_CASE("a four-bar linkage closes in two ways at one angle of its crank") {
  const auto [model, motion, start] = started(
      R"(
coordinates crank coupler rocker
kinetic 1/2*(crank'^2 + coupler'^2 + rocker'^2)
constraint loop: (cos(crank) + 3*cos(coupler), sin(crank) + 3*sin(coupler)) = (3 + 2*cos(rocker), 2*sin(rocker))
start crank = 1
)");
  REQUIRE(start.values.size() == 2);
  REQUIRE(start.others.size() == 1);
  bool closes_elsewhere = false;
  for (const std::vector<StartingValue>& other : start.others) {
    double coupler = motion.front()["coupler"], rocker = motion.front()["rocker"];
    for (const StartingValue& value : other)
      (value.name == "coupler" ? coupler : rocker) = value.value;
    CHECK(std::cos(1.0) + 3 * std::cos(coupler) == Approx(3 + 2 * std::cos(rocker)).margin(1e-12));
    CHECK(std::sin(1.0) + 3 * std::sin(coupler) == Approx(2 * std::sin(rocker)).margin(1e-12));
    closes_elsewhere |= std::fabs(std::sin(rocker) - std::sin(motion.front()["rocker"])) > 0.1;
  }
  CHECK(closes_elsewhere);
}

TEST_CASE("an angle that is given by its sine is one of two, whatever turns are added") {
  const auto [model, motion, start] = started(
      R"(
coordinates a x
kinetic 1/2*(a'^2 + x'^2)
constraint c: x = sin(a)
start x = 0.5
)");
  const double pi = std::acos(-1.0);
  CHECK(motion.front()["a"] == Approx(pi / 6).epsilon(1e-12));
  REQUIRE(start.others.size() == 1);
  CHECK(std::sin(start.others[0].at(0).value) == Approx(0.5).epsilon(1e-12));
  CHECK(std::cos(start.others[0].at(0).value) < 0);
}

TEST_CASE("to ask for other starts leaves the motion as it is") {
  const std::string text = particle("constraint rod: x^2 + y^2 = 1\nstart x = 0.6, y' = 0\n");
  const Motion asked = started(text).motion;
  const Motion not_asked = simulate(read_text(text + "run 0.1\n", "model.mech"));
  for (const double t : {0.0, 0.0333, 0.1}) {
    const Snapshot one = asked.at(t), other = not_asked.at(t);
    CHECK(std::ranges::equal(one.row(), other.row()));
  }
}
