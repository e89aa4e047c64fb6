// The way back to any instant of a run.

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
