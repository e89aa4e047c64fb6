// A hill of `if` in positions, however narrow, is seen.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(const std::string& text) { return simulate(read_text(text, "hill.mech")); }

// energy 1/2 before a slope of the given width to 10
Motion run_against_hill(double width) {
  return run(
      fmt::format("coordinates x\nparameters w = {}\nkinetic 1/2*x'^2\n"
                  "potential if(x < 5, 0, if(x < 5 + w, 10*(x - 5)/w, 10))\n"
                  "start x = 0, x' = 1\nrun 10\n",
                  width));
}

}  // namespace

TEST_CASE("a body turns back at a hill that is higher than its energy, however narrow its slope") {
  for (const double width : {0.3, 0.1, 0.03}) {
    CAPTURE(width);
    const Motion motion = run_against_hill(width);
    REQUIRE(motion.outcome().complete());
    // a = −10/w turns it within 2 w/10
    CHECK(motion.back()["x'"] == Approx(-1).margin(1e-8));
    CHECK(motion.back()["x"] == Approx(0.2 * width).margin(1e-8));
    CHECK(motion.energy_deviation() < 1e-8);
  }
}

TEST_CASE("a series that knows nothing of a slope ahead is looked at on its way") {
  const Motion motion =
      run("coordinates x\nkinetic 1/2*x'^2\npotential if(x < 5, 0, if(x < 5.1, 100*(x - 5), 10))\n"
          "start x = 0, x' = 1\nrun 10\n    method taylor\n");
  REQUIRE(motion.outcome().complete());
  // a = −100 turns it within 0.02; each kink costs the series the tolerance of a step that ends
  // beyond it
  CHECK(motion.back()["x'"] == Approx(-1).margin(1e-6));
  CHECK(motion.back()["x"] == Approx(0.02).margin(1e-6));
}

TEST_CASE("no body walks through a hill that is higher than its energy") {
  // where the force jumps by 1e4 and more, steps may be lost in rounding there, which the outcome
  // says
  for (const double width : {1e-2, 1e-3, 1e-4, 1e-6}) {
    CAPTURE(width);
    const Motion motion = run_against_hill(width);
    CHECK(motion.back()["x"] < 5 + 0.1 * width);
    CHECK(motion.energy_deviation() < 1e-8);
  }
}

TEST_CASE("a body passes a low wall of abs and keeps what the wall takes in time") {
  // inside |x − 5| < w it is slower, √(1 − 2·0.3): 2 w at that speed
  for (const double width : {1e-2, 1e-3}) {
    CAPTURE(width);
    const Motion motion = run(fmt::format(
        "coordinates x\nparameters w = {}\nkinetic 1/2*x'^2\n"
        "potential if(abs(x - 5) < w, 0.3*(1 - ((x - 5)/w)^2), 0)\nstart x = 0, x' = 1\nrun 10\n",
        width));
    REQUIRE(motion.outcome().complete());
    CHECK(motion.back()["x'"] == Approx(1).margin(1e-8));
    // ∫ dx/√(1 − 0.6 (1 − u²)) over the hill, u = (x − 5)/w: 2 w asinh(√(0.6/0.4))/√0.6
    const double longer = 2 * width * (std::asinh(std::sqrt(1.5)) / std::sqrt(0.6) - 1);
    CHECK(motion.back()["x"] == Approx(10 - longer).margin(1e-8));
  }
}
