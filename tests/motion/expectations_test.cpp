// What the lines of a check block are relative to.

#include "motion/expectations.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

/// An oscillator of unit frequency and some amplitude.
std::string oscillator(double amplitude, const std::string& more) {
  return fmt::format(
      "coordinates x\nparameters A = {}\nkinetic 1/2*x'^2\npotential 1/2*x^2\n"
      "start x = A, x' = 0\nrun 10\n{}",
      amplitude, more);
}

std::vector<CheckResult> results_of(const std::string& text) {
  const Model model = read_text(text, "model.mech");
  return check_expectations(model, simulate(model));
}

bool holds(const std::string& text) {
  const std::vector<CheckResult> results = results_of(text);
  INFO(results.front().text << ": " << results.front().figure);
  return results.front().holds;
}

}  // namespace

TEST_CASE("an energy that falls by a percent is not constant, however small it is") {
  // the energy of x'' = −x − 2c x' falls as e^(−2ct): by a percent in 10 s with c = 5e-4
  for (const double amplitude : {1e-12, 1e-6, 1.0, 1e6}) {
    const std::string damped = oscillator(amplitude, "force x: -0.001*x'\ncheck\n");
    INFO(amplitude);
    CHECK_FALSE(holds(damped + "    energy constant to 1e-3\n"));
  }
  CHECK(holds(oscillator(1, "force x: -0.001*x'\ncheck\n    energy constant to 2e-2\n")));
  CHECK(holds(oscillator(1, "check\n    energy constant to 1e-9\n")));
}

TEST_CASE("a constant in the potential neither hides nor makes an error of energy") {
  for (const char* constant : {"-1e3", "0", "1e3"}) {
    const std::string text = fmt::format(
        "coordinates x\nkinetic 1/2*x'^2\npotential 1/2*x^2 + ({})\nstart x = 1, x' = 0\nrun 10\n",
        constant);
    INFO(constant);
    CHECK(holds(text + "check\n    energy constant to 1e-9\n"));
    CHECK_FALSE(holds(text + "force x: -0.001*x'\ncheck\n    energy constant to 1e-3\n"));
  }
}

TEST_CASE("a value is compared relative to its size along the motion, in any units") {
  for (const double amplitude : {1e-9, 1.0, 1e9}) {
    // within a thousandth at a time when x is nearly zero: sin(1e-3) of the amplitude
    INFO(amplitude);
    CHECK(holds(oscillator(amplitude, "check\n    at pi/2: x = 0.0005*A to 1e-3\n")));
    CHECK_FALSE(holds(oscillator(amplitude, "check\n    at pi/2: x = 0.002*A to 1e-3\n")));
  }
  CHECK(holds(oscillator(1, "check\n    at pi/2: x = 0 to 1e-9\n")));
}

TEST_CASE("what is zero along the whole motion equals zero, but for rounding of the rest") {
  const std::string text = R"(
coordinates x y z
kinetic 1/2*(x'^2 + y'^2 + z'^2)
potential 9.81*y
constraint rod: x^2 + y^2 + z^2 = 1
start x = 1, y = 0, z = 0
run 1
)";
  CHECK(holds(text + "check\n    at 1: z = 0 to 1e-12\n"));
  CHECK_FALSE(holds(text + "check\n    at 1: z = 1e-9 to 1e-12\n"));
}

TEST_CASE("constraints hold to a part of their terms") {
  for (const double l : {1e-6, 1.0, 1e6}) {
    const std::string text = fmt::format(
        "coordinates x y\nparameters l = {}\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
        "constraint rod: x^2 + y^2 = l^2\nstart x = l, y = 0\nrun 3*sqrt(l)\n    tolerance 1e-6\n"
        "    drift none\n",
        l);
    // without projection the length drifts by about the tolerance of the steps
    INFO(l);
    CHECK_FALSE(holds(text + "check\n    constraints hold to 1e-13\n"));
  }
}

TEST_CASE("what is not a number holds nothing") {
  const std::string undefined = "check\n    at 10: sqrt(x - 5) = 0 to 1\n";
  CHECK_FALSE(holds(oscillator(1, undefined)));
  CHECK_FALSE(holds(oscillator(1, "check\n    always: sqrt(x - 5) > -1\n")));
}

namespace {

// falls from 1 for first = sqrt(2/g), and bounces with e = 1/2
std::string ball(const std::string& check) {
  return "coordinates y\nparameters g = 9.81, first = sqrt(2/g)\nkinetic 1/2*y'^2\n"
         "potential g*y\ncontact floor: y >= 0\ncontact ceiling: 3 >= y\n"
         "restitution floor: 1/2\nstart y = 1, y' = 0\nrun 2\ncheck\n    " +
         check + "\n";
}

}  // namespace

TEST_CASE("impacts are where and as large as a check says, or it fails") {
  for (const char* right :
       {"impact 1 of floor: t = first to 1e-10", "impact 2 of floor: t = 2*first to 1e-10",
        "impact 3 of floor: speed = g*first/4 to 1e-9",
        "impact 1 of floor: impulse = 3/2*g*first to 1e-9",
        "impact 1 of floor: lost = 3/4*g to 1e-9", "rest of floor: t = 3*first to 1e-9",
        "change 1 of floor: t = 3*first to 1e-9", "timeline floor: open, rest",
        "timeline ceiling: open", "count ceiling = 0", "contacts hold to 1e-10",
        "impacts lose energy", "constraints hold to 1e-10"}) {
    INFO(right);
    CHECK(holds(ball(right)));
  }
  for (const char* wrong :
       {"impact 1 of floor: t = first + 1e-8 to 1e-10", "impact 1 of ceiling: t = 1 to 1",
        "impact 1 of floor: impulse = 3/2*g*first + 1e-6 to 1e-9",
        "impact 1 of floor: speed = -g*first to 1e-9", "impact 1 of floor: lost = g to 1e-3",
        "rest of ceiling: t = 1 to 1", "change 2 of floor: t = 1 to 1", "timeline floor: open",
        "timeline floor: open, rest, open", "count floor = 1"}) {
    INFO(wrong);
    CHECK_FALSE(holds(ball(wrong)));
  }
  const CheckResult none = results_of(ball("impact 1 of ceiling: t = 1 to 1")).front();
  CHECK(none.figure == "there is no impact");
}
