// The way back to any instant of a run.

#include "motion/replay.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("every instant of a run of thousands of steps is found again") {
  const Model model =
      read_text("coordinates y\nlagrangian 1/2*y'^2 - 1/2*y^2\nstart y = 1\n", "spring.mech");
  const Motion motion = simulate(model, {.until = 1000, .tolerance = 1e-12, .every = 1000});
  CHECK(motion.counters().steps > 2000);
  for (double t = 0; t <= 1000; t += 12.5) {
    CAPTURE(t);
    // the tolerance, added up over a thousand radians
    CHECK(motion.at(t)["y"] == Approx(std::cos(t)).margin(1e-8));
  }
}

TEST_CASE("the memory of a run does not grow with its steps") {
  // ten million states of one coordinate, as a run would add them
  const Model model = read_text(R"(
coordinates y
kinetic 1/2*y'^2
start y = 1
run 1
)",
                                "free.mech");
  const Equations equations = derive(model.system);
  const RunSettings settings = resolve_settings(model.run, equations, {});
  Dynamics dynamics(equations);
  Manifold manifold(dynamics, 1e-10);
  MotionFlow flow(dynamics);
  Replay replay(dynamics, manifold, flow, settings);
  numeric::Vector y = numeric::Vector::Zero(6);
  std::size_t most = 0;
  for (long i = 0; i < 10'000'000; ++i) {
    y[0] = static_cast<double>(i);
    replay.add(static_cast<double>(i), y);
    most = std::max(most, replay.bytes());
  }
  CHECK(most < 40u << 20);
  CHECK(replay.states() > 200'000);
  // the first and the last state are there to the bit, whatever was left out between
  CHECK(replay.state_at(0)[0] == 0);
  CHECK(replay.state_at(9'999'999)[0] == 9'999'999);
}

TEST_CASE("an instant of a run whose states were thinned out is found again") {
  const Model model =
      read_text("coordinates y\nlagrangian 1/2*y'^2 - 1/2*y^2\nstart y = 1\n", "spring.mech");
  const Motion motion = simulate(model, {.until = 1e6, .every = 12345.6});
  REQUIRE(motion.counters().steps > 1'000'000);
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const std::span<const double> row = motion.row(i);
    // both are integrated over some steps of the same tolerance, 1e-10, from the same states
    CHECK(motion.at(row[0])["y"] == Approx(row[motion.layout().q]).margin(1e-8));
  }
}
