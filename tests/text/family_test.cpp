// Families: names with an index.

#include <catch2/catch.hpp>

#include "text/reading.hpp"

using namespace alembert;

namespace {

const std::string chain =
    "parameters N = 4, l = 0.5\n"
    "coordinates x[1..N] y[1..N]\n"
    "define x[0] = 0, y[0] = 1\n"
    "kinetic sum(i in 1..N: 1/2*(x[i]'^2 + y[i]'^2))\n"
    "constraint rod[i in 1..N]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = l^2\n"
    "start x[i in 1..N] = i*l, y[i in 1..N] ~ 0\n"
    "watch height[i in 1..N] = y[i] [m]\n"
    "draw point bead[i in 1..N] (x[i], y[i])\n";

}  // namespace

TEST_CASE("a family makes a name for each member") {
  const Model model = read(chain);
  const System& system = model.system;
  REQUIRE(system.coordinates().size() == 8);
  CHECK(system.coordinates()[2].name == "x[3]");
  CHECK(system.graph().name(system.coordinates()[2].v) == "x[3]'");
  CHECK(system.coordinates()[4].name == "y[1]");
  REQUIRE(system.constraints().size() == 4);
  CHECK(system.constraints()[3].name == "rod[4]");
  REQUIRE(model.start.size() == 8);
  CHECK(number(model, model.start[2].formula) == 1.5);
  CHECK(model.start[5].guess);
  CHECK(system.watches()[3].name == "height[4]");
  CHECK(system.watches()[3].unit == "m");
  CHECK(model.drawing[1].name == "bead[2]");
}

TEST_CASE("a definition may stand in for the member that the wall holds") {
  const Model model = read(chain);
  const ConstraintRow& first = model.system.constraints()[0].rows[0];
  CHECK(number(model, first.residual, {{"x[1]", 2}, {"y[1]", 4}}) == 4 + 9 - 0.25);
}

TEST_CASE("a definition may use lower members of its own family") {
  const Model model = read(
      "parameters N = 5, l = 2\ncoordinates a[1..N]\ndefine px[0] = 0\n"
      "define px[i in 1..N] = px[i-1] + l*cos(a[i])\n"
      "kinetic 1/2*px[N]'^2\n");
  const System& system = model.system;
  CHECK(system.definitions().size() == 6);
  CHECK(number(model, system.definitions().back().components[0],
               {{"a[1]", 0}, {"a[2]", 0}, {"a[3]", 0}, {"a[4]", 0}, {"a[5]", 0}}) == 10);
}

TEST_CASE("definitions may need each other in reverse order, however many they are") {
  const Model model = read(
      "coordinates x\ndefine a[i in 1..5000] = -(-(-(a[i+1] + 1))), a[5001] = x\n"
      "define b[i in 1..99] = 2*b[i+1] + b[100]/100, b[100] = x\nkinetic a[1]'^2 + b[1]'^2\n");
  CHECK(number(model, model.system.definitions()[0].components[0], {{"x", 3}}) == 3);
  CHECK(model.system.definitions()[0].name == "a[1]");
}

TEST_CASE("setting a parameter changes the bounds of families") {
  const Model model = read(chain, {.set = {{"N", 7}}});
  CHECK(model.system.coordinates().size() == 14);
  CHECK(model.system.parameters()[0].value == 7);
  CHECK(mistake(chain, {.set = {{"N", 2.5}}}) == "an index is an integer, and this is 2.5");
}

TEST_CASE("an empty family has no members and is no mistake") {
  const Model model = read(
      "parameters N = 0\ncoordinates z x[1..N]\nkinetic z'^2\n"
      "force x[i in 1..N]: undefined\n");
  CHECK(model.system.coordinates().size() == 1);
  CHECK(model.system.forces().empty());
}

TEST_CASE("parameters, particles, forces and non-ideal forces come in families") {
  const Model model = read(
      "parameters N = 3, m[i in 1..N] = i^2 [kg], k[1..N] = 5\n"
      "coordinates x[1..N]\n"
      "particle bob[i in 1..N]: mass m[i], at (x[i], 0)\n"
      "force x[i in 1..N]: -k[i]*x[i]\n"
      "constraint stop[i in 1..N]: x[i] = t\n"
      "nonideal stop[i in 1..N]: x[i]: -lambda(stop[i])*i\n"
      "weight stop[i in 1..N]: i\n");
  const System& system = model.system;
  CHECK(system.parameters()[3].value == 9);
  CHECK(system.parameters()[3].unit == "kg");
  CHECK(system.parameters()[6].value == 5);
  CHECK(system.particles()[1].name == "bob[2]");
  REQUIRE(system.forces().size() == 3);
  CHECK(system.forces()[2].coordinate == 2);
  CHECK(number(model, system.forces()[2].formula, {{"x[3]", 2}}) == -10);
  const Constraint& second = system.constraints()[1];
  CHECK(number(model, second.nonideal[0].formula, {{"lambda(stop[2])", 3}}) == -6);
  CHECK(number(model, second.weight) == 2);
}
