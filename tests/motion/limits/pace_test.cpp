// Runs that would not end do, and say why; those that only take long are left alone.

#include "motion/limits/pace.hpp"

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

const std::string sliding = R"(
coordinates x
parameters T = 1
kinetic 1/2*x'^2
force x: -sign(x')/T
start x = 0, x' = 1
run 3*T
)";

}  // namespace

TEST_CASE("a body that dry friction brings to rest ends its run there, with every method") {
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss, Method::stiff}) {
    CAPTURE(name_of(method));
    const Motion motion = run(sliding, {.method = method});
    CHECK(motion.outcome().fate == Fate::chatters);
    // x' = 1 − t until t = 1, and some thousand steps to be sure
    CHECK(motion.end_time() == Approx(1).epsilon(1e-3));
    CHECK(motion.back()["x"] == Approx(0.5).epsilon(1e-8));
    CHECK(motion.outcome().detail.find("sign(x')") == 0);
    CHECK(motion.outcome().detail.find("written with 'friction'") != std::string::npos);
  }
}

TEST_CASE("sticking does not depend on the unit of time") {
  for (const double unit : {1e-9, 1e9}) {
    const Motion motion = simulate(read_text(sliding, "model.mech", {.set = {{"T", unit}}}));
    CHECK(motion.outcome().fate == Fate::chatters);
    CHECK(motion.end_time() == Approx(unit).epsilon(1e-3));
  }
}

TEST_CASE("friction that follows a direction sticks as well") {
  // 1 m/s and 1 m/s², obliquely and without sign(...)
  const Motion motion = run(R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
force x: -x'/hypot(x', y'), y: -y'/hypot(x', y')
start x' = 0.6, y' = 0.8
run 3
)");
  CHECK(motion.outcome().fate == Fate::chatters);
  CHECK(motion.end_time() == Approx(1).epsilon(1e-3));
}

TEST_CASE("a screw stops where its friction brings it to rest") {
  // N − m g = m k φ'', N (μ r − k) = J φ'' with z = k φ: a constant φ'' from −20 on
  const double k = 0.01 / (2 * std::numbers::pi), m = 100, J = 0.01, r = 0.01, mu = 0.2, g = 9.81;
  const double axial = m * g / (1 - m * k * (mu * r - k) / J), turning = axial * (mu * r - k) / J;
  const std::string screw =
      "coordinates z w\nparameters m = 100, J = 0.01, p = 0.01, r = 0.01, mu = 0.2, g = 9.81\n"
      "kinetic 1/2*m*z'^2 + 1/2*J*w'^2\npotential m*g*z\nconstraint thread: z = p/(2*pi)*w\n"
      "nonideal thread: w: -mu*r*abs(total(thread))*sign(w')\nstart z = 0, w = 0, w' = -20\nrun 2\n"
      "watch axial = total(thread)\n";
  for (const Method method : {Method::dop853, Method::stiff}) {
    CAPTURE(name_of(method));
    const Motion motion = run(screw, {.method = method});
    CHECK(motion.outcome().fate == Fate::chatters);
    CHECK(motion.end_time() == Approx(20 / turning).epsilon(1e-4));
    CHECK(motion.back()["w"] == Approx(-200 / turning).epsilon(1e-6));
    CHECK(motion.at(0.2)["axial"] == Approx(axial).epsilon(1e-8));
  }
}

TEST_CASE("a bead on a parabola sticks where friction has taken what the way gave") {
  const double mu = 0.2, g = 9.81;
  // u = v²/2 along y = x²/2 in the direction d: (u e)' = −g (x + d μ) e with e = exp(2 μ d atan x);
  // by Simpson's rule
  const auto left_at = [&](double from, double u, double to, double d) {
    const auto e = [&](double x) { return std::exp(2 * mu * d * std::atan(x)); };
    const auto f = [&](double x) { return -g * (x + d * mu) * e(x); };
    const int n = 400;
    const double h = (to - from) / n;
    double sum = f(from) + f(to);
    for (int i = 1; i < n; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(from + i * h);
    return (u * e(from) + sum * h / 3) / e(to);
  };
  const auto stop_of = [&](double from, double u, double near, double far, double d) {
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (near + far);
      (left_at(from, u, middle, d) > 0 ? near : far) = middle;
    }
    return near;
  };
  const double turns = stop_of(-1, 0.5 * 0.01 * 0.01 * 2, -0.2, 1, 1);
  const double sticks = stop_of(turns, 0, 0.2, -1, -1);
  const std::string bead =
      "coordinates x y\ndefine v = hypot(x', y')\nparticle bead: mass 1, at (x, y), force (0, "
      "-9.81)\n"
      "constraint wire: y = x^2/2\n"
      "nonideal wire: x: -0.2*abs(total(wire))*sqrt(1+x^2)*x'/v, y: "
      "-0.2*abs(total(wire))*sqrt(1+x^2)*y'/v\n"
      "start x = -1, x' = 0.01\nrun 5\n";
  for (const Method method : {Method::dop853, Method::stiff}) {
    CAPTURE(name_of(method), turns);
    const Motion motion = run(bead, {.method = method});
    CHECK(motion.outcome().fate == Fate::chatters);
    CHECK(motion.back()["x"] == Approx(sticks).margin(1e-6));
    CHECK(std::fabs(sticks) < mu);  // the slope on which it can stay
  }
}

TEST_CASE("a body in the corner of a valley stays there, and its run ends") {
  for (const Method method : {Method::dop853, Method::stiff}) {
    CAPTURE(name_of(method));
    const Motion motion =
        run("coordinates y\nkinetic 1/2*y'^2\npotential abs(y)\nstart y = 0\nrun 1\n",
            {.method = method});
    CHECK(motion.outcome().fate == Fate::chatters);
    CHECK(std::fabs(motion.back()["y"]) < 1e-9);
    CHECK(motion.energy_imbalance() < 1e-9);
  }
}

TEST_CASE("steps that stay hopelessly short are no progress, and the hint is a stiff method") {
  const std::string stiff_spring = R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
potential 1/2*1e24*x^2 + 1/2*y^2
start x = 1e-6, y = 1
run 100
)";
  const Motion motion = run(stiff_spring);
  CHECK(motion.outcome().fate == Fate::no_progress);
  CHECK(motion.outcome().words().find("method stiff") != std::string::npos);
}

TEST_CASE("a run that switches often or takes many steps is left alone") {
  // a bouncing ball on a stiff floor: thousands of switches, all of them needed
  const Motion bounces = run(R"(
coordinates y
kinetic 1/2*y'^2
potential 9.81*y + 1/2*1e8*max(0, -y)^2
start y = 0.001
run 20
    every 1
)");
  CHECK(bounces.outcome().words() == "reached the end");
  CHECK(bounces.counters().steps > 10000);
  // 1e5 radians of an oscillator
  const Motion long_run = run(
      R"(
coordinates y
kinetic 1/2*y'^2
potential 1/2*y^2
start y = 1
run 1e5
    every 1e4
)");
  CHECK(long_run.outcome().words() == "reached the end");
  CHECK(long_run.counters().steps > 50000);
}
