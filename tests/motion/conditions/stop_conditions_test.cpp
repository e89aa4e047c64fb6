// Where runs stop: closed forms of the events of machine design, and windows between two looks.

#include "motion/conditions/stop_conditions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(const std::string& text, const SimulateOptions& options = {}) {
  return simulate(read_text(text, "model.mech"), options);
}

const std::string free_body = R"(
coordinates x
kinetic 1/2*x'^2
start x = 0, x' = 1
run 10
)";
const std::string oscillator = R"(
coordinates x
kinetic 1/2*x'^2
potential 1/2*x^2
start x = 0, x' = 1
run 10
    tolerance 1e-13
)";
const std::string on_a_circle = R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
potential 9.81*y
constraint circle: sqrt(x^2 + y^2) = 1
)";

}  // namespace

TEST_CASE("a ladder leaves its wall where the sine of its angle is two thirds of the first") {
  // from rest at 60 degrees; the wall pushes by λ, which no energy argument but this one gives
  const std::string ladder = R"(
coordinates x y a
kinetic 1/2*(x'^2 + y'^2) + 1/6*a'^2
potential 9.81*y
constraint wall: x = cos(a)
constraint floor: y = sin(a)
start a = pi/3
watch push = lambda(wall)
define N = lambda(wall)
run 5
    tolerance 1e-12
)";
  for (const std::string condition : {"lambda(wall) < 0", "push < 0", "N < 0", "x'' < 0",
                                      "reaction(wall, x) < 0", "total(wall) < 0"}) {
    CAPTURE(condition);
    const Motion motion = run(ladder + "    stop when " + condition + "\n");
    CHECK(motion.outcome().words() == "stopped: " + condition);
    CHECK(std::sin(motion.back()["a"]) ==
          Approx(2.0 / 3 * std::sin(std::numbers::pi / 3)).epsilon(1e-9));
    CHECK(motion.back()["lambda(wall)"] == Approx(0).margin(1e-12));
  }
}

TEST_CASE("a mass leaves a sphere two thirds of its first height above the centre") {
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss}) {
    const Motion motion = run(on_a_circle +
                                  "start x = 0.01, y ~ 1\nrun 5\n    tolerance 1e-12\n"
                                  "    stop when lambda(circle) < 0\n",
                              {.method = method});
    CHECK(motion.back()["y"] == Approx(2.0 / 3 * std::sqrt(1 - 1e-4)).epsilon(1e-9));
  }
}

TEST_CASE("the string of a pendulum goes slack where gravity alone bends its path") {
  // v² = v₀² − 2g(1 + y) and, where the string does not pull, v² = g y
  const Motion motion = run(on_a_circle +
                            "start x = 0, y = -1, x' = 6\nrun 5\n    tolerance 1e-12\n"
                            "    stop when reaction(circle, x)*x + reaction(circle, y)*y > 0\n");
  CHECK(motion.back()["y"] == Approx((36 - 2 * 9.81) / (3 * 9.81)).epsilon(1e-9));
}

TEST_CASE("a condition that holds only between two looks stops the run at its first instant") {
  CHECK(run(free_body + "    stop when abs(x-5) < 0.1\n").end_time() == Approx(4.9).epsilon(1e-13));
  CHECK(run(free_body + "    stop when abs(x-5) < 1e-9\n").end_time() ==
        Approx(5 - 1e-9).epsilon(1e-13));
  CHECK(run(free_body + "    stop when sin(100*t) > 0.9999\n").end_time() ==
        Approx(std::asin(0.9999) / 100).epsilon(1e-12));
  // the tolerance moves the top of the swing, and with it the instant, by its root
  for (const auto& [text, height] : {std::pair{"0.999999", 0.999999}, {"1-1e-9", 1 - 1e-9}})
    CHECK(run(oscillator + "    stop when x > " + text + "\n").end_time() ==
          Approx(std::asin(height)).margin(1e-7));
}

TEST_CASE("a condition that is never true stops nothing, however near it comes") {
  CHECK(run(free_body + "    stop when abs(x-5) < 0\n").outcome().complete());
  CHECK(run(oscillator + "    stop when x > 1 + 1e-9\n").outcome().words() == "reached the end");
  CHECK(run(free_body + "    stop when sin(1e5*t) > 2\n").outcome().words() == "reached the end");
}

TEST_CASE("of several conditions the first to come true stops the run") {
  const Motion motion = run(free_body +
                            "    stop when x > 7\n    stop when abs(x-5) < 0.1\n"
                            "    stop when x > 6\n");
  CHECK(motion.outcome().words() == "stopped: abs(x-5) < 0.1");
}

TEST_CASE("where a run stops does not depend on the unit of time") {
  // the same swing with time in units of 1e-9 and 1e9: its end scales, to rounding
  const auto stop = [](const std::string& w, const std::string& until) {
    return run("coordinates x\nparameters w = " + w +
               "\nkinetic 1/2*x'^2\npotential 1/2*w^2*x^2\nstart x = 1\nrun " + until +
               "\n    stop when x < -0.999999\n")
        .end_time();
  };
  const double of_seconds = stop("1", "10");
  CHECK(of_seconds == Approx(std::acos(-0.999999)).margin(1e-6));
  CHECK(stop("1e3", "1e-2") * 1e3 == Approx(of_seconds).margin(1e-6));
  CHECK(stop("1e-3", "1e4") * 1e-3 == Approx(of_seconds).margin(1e-6));
}

TEST_CASE("choices between conditions are conditions") {
  // x > 2 and x < 3, by choose: true between
  System system;
  const Expr x = system.coordinate("x");
  system.kinetic(square(rate(x)) / 2);
  const Expr both = choose(x > 2, x < 3, 0.0);
  Model model{system, {}, Run{}, {}, {}};
  model.run->until = system.graph().constant(10);
  model.run->stop_when.push_back({both.in(system.graph()), "both"});
  const Motion motion = simulate(model, {.start = {{x, 0.0}, {rate(x), 1.0}}});
  CHECK(motion.outcome().words() == "stopped: both");
  CHECK(motion.end_time() == Approx(2).epsilon(1e-13));
}
