// Runs that would not end do, and say why; those that only take long are left alone.

#include "motion/limits/pace.hpp"

#include <catch2/catch.hpp>

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
    CHECK(motion.outcome().detail.find("constraint of its own") != std::string::npos);
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
