#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("a motion is one smooth stretch, or as many as formulas of time switch") {
  const Motion smooth = simulate(read_text(R"(
coordinates x
lagrangian 1/2*x'^2
start x = 0, x' = 1
run 2
)",
                                           "smooth.mech"));
  REQUIRE(smooth.stretches().size() == 1);
  CHECK(smooth.stretches()[0].from == 0);
  CHECK(smooth.stretches()[0].until == 2);

  const Motion pushed = simulate(read_text(R"(
coordinates x
lagrangian 1/2*x'^2
force x: if(t < 0.5, 0, if(t < 1.25, 4, 0))
start x = 0, x' = 0
run 2
)",
                                           "pushed.mech"));
  const std::vector<Stretch>& stretches = pushed.stretches();
  REQUIRE(stretches.size() == 3);
  CHECK(stretches[0].until == Approx(0.5).epsilon(1e-14));
  CHECK(stretches[1].from == Approx(0.5).epsilon(1e-14));
  CHECK(stretches[1].until == Approx(1.25).epsilon(1e-14));
  CHECK(stretches[2].until == 2);
  // 4 for 0.75 s
  CHECK(pushed.back()["x'"] == Approx(3).epsilon(1e-12));
  CHECK(pushed.back()["x"] == Approx(4 * 0.75 * 0.75 / 2 + 3 * 0.75).epsilon(1e-12));
}
