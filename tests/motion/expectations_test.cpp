// What the lines of a check block are relative to.

#include "motion/expectations.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include "motion/events/hybrid_trajectory.hpp"
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

TEST_CASE("friction stays in its cone, and one that leaves it or pushes along its slip is seen") {
  const Model model = read_text(
      "coordinates x y\nparameters g = 9.81, m = 2\n"
      "particle p: mass m, at (x, y), force (14*sin(4*t), -m*g)\n"
      "contact floor: y >= 0\nfriction floor: 0.4, static 0.5\n"
      "start x = 0, y = 0, x' = 1, y' = 0\nrun 2\ncheck cone holds to 1e-13\n",
      "model.mech");
  const Motion motion = simulate(model);
  CHECK(check_expectations(model, motion).front().holds);
  // one output of the first span of a phase with another number
  const auto with = [&](Phase phase, const std::string& column, double number) {
    MotionRecord record = motion.record();
    const std::vector<PhaseSpan> spans = motion.timeline("floor");
    const PhaseSpan span = *std::ranges::find(spans, phase, &PhaseSpan::phase);
    std::size_t output = 0;
    while (motion.row(output)[0] <= span.from) ++output;
    REQUIRE(motion.row(output)[0] < span.until);
    double& cell = record.table[output * motion.layout().width() + *motion.layout().find(column)];
    cell = number;
    const Motion changed(std::move(record),
                         std::make_shared<HybridTrajectory>(motion.equations(), RunSettings()));
    return check_expectations(model, changed).front();
  };
  const double largest = 0.5 * 2 * 9.81;
  CHECK(with(Phase::stick, "total(floor.slip)", -largest).holds);
  CHECK_FALSE(with(Phase::stick, "total(floor.slip)", -1.001 * largest).holds);
  CHECK(with(Phase::slip, "sense(floor)", 1).holds);
  CHECK_FALSE(with(Phase::slip, "sense(floor)", -1).holds);
}
