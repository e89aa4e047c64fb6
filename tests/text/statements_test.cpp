// What every statement puts into the model.

#include <catch2/catch.hpp>

#include "symbol/print.hpp"
#include "text/reading.hpp"

using namespace alembert;

TEST_CASE("energies and powers add up, one term for each item") {
  const Model model = read(small_system +
                           "kinetic x'*y'\n    z'^2\npotential a*x, b*y\nlagrangian x*y'\n"
                           "virtual_power 3*x'\ndissipation 1/2*y'^2\n");
  const System& system = model.system;
  CHECK(system.kinetic_terms().size() == 3);
  CHECK(system.potential_terms().size() == 2);
  CHECK(system.lagrangian_terms().size() == 1);
  CHECK(system.virtual_powers().size() == 1);
  CHECK(system.dissipations().size() == 1);
}

TEST_CASE("a particle has a mass, a place and perhaps a force, in any order and on several lines") {
  const Model model = read(
      "coordinates x y\nparameters m = 2, g = 9.81\n"
      "particle\n"
      "    one: mass m, at (x, y)\n"
      "    two: at (x, y, t)\n"
      "         force (0, 0, -m*g)\n"
      "         mass 2*m\n");
  REQUIRE(model.system.particles().size() == 2);
  const Particle& two = model.system.particles()[1];
  CHECK(two.name == "two");
  CHECK(two.at.size() == 3);
  CHECK(number(model, two.force[2].in(model.system.graph())) == -2 * 9.81);
  CHECK(number(model, two.mass.in(model.system.graph())) == 4);
  CHECK(model.system.particles()[0].force.empty());
}

TEST_CASE("the level of a constraint is found") {
  const Model model = read(small_system +
                           "constraint\n    roll: x' = y'*z\n    push: x'' + y'' = 1\n"
                           "    drive: x = sin(t)\n    pin: (x, y) = (z, 0)\n");
  const auto& constraints = model.system.constraints();
  CHECK(constraints[1].rows[0].level == Level::velocity);
  CHECK(constraints[2].rows[0].level == Level::acceleration);
  CHECK(constraints[3].rows[0].level == Level::position);
  REQUIRE(constraints[4].rows.size() == 2);
  CHECK(constraints[4].rows[1].name == "pin.2");
}

TEST_CASE("non-ideal forces belong to the last constraint named") {
  const Model model = read(small_system +
                           "constraint floor: z = 0\n"
                           "nonideal floor: x: -0.1*x', y: -0.2*y'\n"
                           "    rod: z: total(rod)\n"
                           "    x: reaction(rod, y)\n");
  const Constraint& rod = model.system.constraints()[0];
  const Constraint& floor = model.system.constraints()[1];
  REQUIRE(floor.nonideal.size() == 2);
  CHECK(floor.nonideal[1].coordinate == 1);
  REQUIRE(rod.nonideal.size() == 2);
  // a reaction in a law of friction is the ideal one
  CHECK(to_text(model.system.graph(), rod.nonideal[1].formula) == "ideal(rod, y)");
}

TEST_CASE("start values are numbers, guesses and formulas of other start values") {
  const Model model = read(small_system + "start\n    x = a/4, y ~ 2*x\n    x' = y + 1\n");
  REQUIRE(model.start.size() == 3);
  CHECK_FALSE(model.start[0].guess);
  CHECK(model.start[1].guess);
  CHECK(model.system.graph().name(model.start[2].symbol) == "x'");
  CHECK(number(model, model.start[1].formula, {{"x", 3}}) == 6);
}

TEST_CASE("run options may follow in any order and on any line") {
  const Model model = read(small_system +
                           "run 1 to 5*a every 0.1 tolerance 1e-8\n"
                           "    drift baumgarte -(a) (b + 1), method gauss\n"
                           "    rank_tolerance 1e-6\n    inconsistent least_squares\n"
                           "    stop when x  <  0   # falls\n    stop when y' > b\n");
  REQUIRE(model.run);
  const Run& run = *model.run;
  CHECK(number(model, run.from) == 1);
  CHECK(number(model, run.until) == 10);
  CHECK(number(model, *run.every) == 0.1);
  CHECK(number(model, *run.tolerance) == 1e-8);
  CHECK(number(model, *run.rank_tolerance) == 1e-6);
  CHECK(run.method == Method::gauss);
  CHECK(run.drift == Drift::baumgarte);
  CHECK(number(model, run.baumgarte_alpha) == -2);
  CHECK(number(model, run.baumgarte_beta) == 4);
  CHECK(run.inconsistent == Inconsistent::least_squares);
  REQUIRE(run.stop_when.size() == 2);
  CHECK(run.stop_when[0].text == "x < 0");
  CHECK(number(model, run.stop_when[1].formula, {{"y'", 4}}) == 1);
}

TEST_CASE("a run without options keeps the defaults") {
  const Model model = read(small_system + "run 10\n");
  CHECK(model.system.graph().is_value(model.run->from, 0));
  CHECK_FALSE(model.run->tolerance);
  CHECK_FALSE(model.run->every);
  CHECK(model.run->method == Method::dop853);
  CHECK(model.run->drift == Drift::project);
}

TEST_CASE("a model needs neither start nor run") {
  const Model model = read(small_system);
  CHECK(model.start.empty());
  CHECK_FALSE(model.run);
}

TEST_CASE("every expectation of the language is understood") {
  const Model model = read(small_system + R"(
check
    energy constant to 1e-9, energy balanced to 1e-8
    constraints hold to 1e-11
    virtual work vanishes to 1e-10
    at 2*a: x + energy = b to 1e-6
    always: x''^2 <= 1
    outcome "stopped: y < 0"
    rank 1
    freedoms b - 1
)");
  using What = Expectation::What;
  REQUIRE(model.checks.size() == 9);
  CHECK(model.checks[0].what == What::energy_constant);
  CHECK(model.checks[1].what == What::energy_balanced);
  CHECK(number(model, model.checks[1].bound) == 1e-8);
  CHECK(model.checks[2].what == What::constraints_hold);
  CHECK(model.checks[3].what == What::virtual_work_vanishes);
  const Expectation& at = model.checks[4];
  CHECK(at.what == What::value_at);
  CHECK(at.text == "at 2*a: x + energy = b to 1e-6");
  CHECK(number(model, at.time) == 4);
  CHECK(number(model, at.value) == 3);
  CHECK(number(model, at.formula, {{"x", 1}, {"energy", 2}}) == 3);
  CHECK(number(model, model.checks[5].formula, {{"x''", 1}}) == 1);
  CHECK(model.checks[6].outcome == "stopped: y < 0");
  CHECK(number(model, model.checks[7].count) == 1);
  CHECK(number(model, model.checks[8].count) == 2);
}

TEST_CASE("shapes take points and numbers, with or without a name") {
  const Model model = read(small_system + R"(
define r = (x, y), tip = (x, y, z)
draw
    line (r) (0, 0), r + (1, 1)
    point bob r 0.1
    point r
    path (x, y)
    disk wheel (x, y) a
    disk (x, y, z), a, (0, 0, 1)
    box (x, y) (1, 2) z
    sphere ball tip a/2
    frame tip (1, 0, 0) (0, 1, 0) (0, 0, 1)
    point first (x, y), point second (y, x)
)");
  REQUIRE(model.drawing.size() == 11);
  CHECK(model.drawing[0].arguments.size() == 3);
  CHECK(model.drawing[0].name.empty());
  CHECK(model.drawing[1].name == "bob");
  CHECK(model.drawing[1].arguments[0].size() == 2);
  CHECK(model.drawing[1].arguments[1].size() == 1);
  CHECK(model.drawing[2].name.empty());
  CHECK(model.drawing[4].what == Shape::What::disk);
  CHECK(model.drawing[5].arguments[2].size() == 3);
  CHECK(model.drawing[7].name == "ball");
  CHECK(number(model, model.drawing[7].arguments[1][0]) == 1);
  CHECK(model.drawing[8].arguments.size() == 4);
  CHECK(model.drawing[10].name == "second");
}

TEST_CASE("parts of a particle may follow each other without commas") {
  const Model model = read(small_system +
                           "define r = (x, y), F = (0, 1)\n"
                           "particle p: mass a at r force F\n"
                           "particle q: mass b\n    at r\n    force F\n");
  REQUIRE(model.system.particles().size() == 2);
  CHECK(model.system.particles()[0].force.size() == 2);
  CHECK(model.system.particles()[1].force.size() == 2);
}

TEST_CASE("words of statements are names of coordinates in any line") {
  const Model model =
      read("coordinates\n    force run\n    start watch\nkinetic force'^2 + run'^2\n");
  CHECK(model.system.coordinates().size() == 4);
}

TEST_CASE("the first word after a shape is its name, also where formulas have it") {
  const Model model = read(small_system + R"(
define P = (x, y), Q = (y, x), s[i in 1..2] = (x, i)
draw
    point a (x, y) 0.05
    point P P 0.08
    line b P Q
    line P (0, 0) P
    line a (0, 0) (x, 0)
    point s[i in 1..2] s[i] 0.1
    line s (0, 0) s[2]
    path P
    disk P a
    line P Q P
    line P, Q, P
    line P Q s[1]
    point "bob 1" P
    line "P" (0, 0) Q
    line (P) (0, 0) Q
)");
  const auto shape = [&](std::size_t i) {
    return model.drawing[i].name + "/" + std::to_string(model.drawing[i].arguments.size());
  };
  REQUIRE(model.drawing.size() == 16);
  CHECK(shape(0) == "a/2");
  CHECK(shape(1) == "P/2");
  CHECK(shape(2) == "b/2");
  CHECK(shape(3) == "P/2");
  CHECK(shape(4) == "a/2");
  CHECK(shape(5) == "s[1]/2");
  CHECK(shape(6) == "s[2]/2");
  CHECK(shape(7) == "s/2");
  // without it the shape would not be complete
  CHECK(shape(8) == "/1");
  CHECK(shape(9) == "/2");
  // a line that came back to where it began would say nothing, unless commas say so
  CHECK(shape(10) == "P/2");
  CHECK(shape(11) == "/3");
  CHECK(shape(12) == "/3");
  CHECK(shape(13) == "bob 1/1");
  CHECK(shape(14) == "P/2");
  CHECK(shape(15) == "/3");
}

TEST_CASE("watches stand in checks, in conditions to stop and in later watches, families too") {
  const Model model = read(small_system + R"(
watch pull = -lambda(rod), twice = 2*pull
watch part[i in 1..3] = i*pull, whole = sum(i in 1..3: part[i])
run 1
    stop when whole > 10
    stop when part[2] < twice
check
    at 1: part[3] = 1 to 1e-9
    always: whole > twice
)");
  const auto at = [&](NodeId formula) { return number(model, formula, {{"lambda(rod)", -1}}); };
  REQUIRE(model.system.watches().size() == 6);
  CHECK(at(model.system.watches()[1].formula) == 2);
  CHECK(at(model.system.watches()[5].formula) == 6);
  CHECK(at(model.run->stop_when[0].formula) == 0);
  CHECK(at(model.run->stop_when[1].formula) == 0);
  CHECK(at(model.checks[0].formula) == 3);
  CHECK(at(model.checks[1].formula) == 1);
}

TEST_CASE("units label parameters and watches and are not mistaken for indices") {
  const Model model = read(
      "coordinates x\nparameters l0 = 2 [m], l = l0 [ m ], g = 9.81 [m/s^2]\nkinetic x'^2\n"
      "watch speed = x' [m/s]\n");
  CHECK(model.system.parameters()[1].unit == "m");
  CHECK(model.system.parameters()[1].value == 2);
  CHECK(model.system.parameters()[2].unit == "m/s^2");
  CHECK(model.system.watches()[0].unit == "m/s");
}

TEST_CASE("statements may stand in any order") {
  const Model model = read(
      "watch w = lambda(c) + d\nconstraint c: d = p\nkinetic d'^2\ndefine d = x^2 + p\n"
      "parameters p = 2\ncoordinates x\n");
  CHECK(model.system.constraints().size() == 1);
}

TEST_CASE("a parameter is a formula of earlier ones") {
  const Model model = read("coordinates x\nparameters\n  a = 2\n  b = 3*a^2\nkinetic x'^2\n");
  CHECK(model.system.parameters()[1].value == 12);
  const Model changed =
      read("coordinates x\nparameters\n  a = 2\n  b = 3*a^2\nkinetic x'^2\n", {.set = {{"a", 10}}});
  CHECK(changed.system.parameters()[1].value == 300);
}
