// A start is found as near as possible to what somebody has guessed, and to nothing else.

#include "motion/start.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("what is neither given nor guessed does not pull at a guess") {
  // a heavy bob far from the origin follows its angle; its distance from zero says nothing
  const Motion motion =
      simulate(read_text("coordinates x y a\n"
                         "kinetic 1/2*100*(x'^2 + y'^2) + 1/2*a'^2\n"
                         "constraint bob: (x, y) = (50 + cos(a), sin(a))\n"
                         "start a ~ 1.2\nrun 0.1\n",
                         "model.mech"));
  CHECK(motion.row(0)[motion.layout().q + 2] == Approx(1.2).epsilon(1e-12));
  CHECK(motion.row(0)[motion.layout().q] == Approx(50 + std::cos(1.2)).epsilon(1e-12));
}

TEST_CASE("of two guesses that cannot both hold, the heavier coordinate keeps its own better") {
  // the nearest point of x + y = 1 to (0, 0) in the norm of diag(1, 4): x = 4 y
  const Motion motion =
      simulate(read_text("coordinates x y\nkinetic 1/2*(x'^2 + 4*y'^2)\n"
                         "constraint c: x + y = 1\n"
                         "start x ~ 0, y ~ 0\nrun 0.1\n",
                         "model.mech"));
  CHECK(motion.row(0)[motion.layout().q] == Approx(0.8).epsilon(1e-12));
  CHECK(motion.row(0)[motion.layout().q + 1] == Approx(0.2).epsilon(1e-12));
}
