#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("how long a run is asked for does not change how it begins", "[start]") {
  // Where the first of the longest steps would lead, the cubic spring pulls beyond all measure:
  // beside that the pull at the start looks like rounding, and it is not.
  const Model model = read_text(R"(
coordinates x
kinetic 1/2*x'^2
force x: -2e4*(x - 0.1*sin(2*t + 1)) - 800*x' - 1e3*x^3
start x = 0, x' = 0
)",
                                "spring.mech");
  const auto x_after = [&](double until) {
    SimulateOptions options;
    options.until = until;
    return simulate(model, options).at(0.5)["x"];
  };
  const double x = x_after(1);
  for (const double until : {10.0, 100.0, 500.0}) CHECK(x_after(until) == Approx(x).epsilon(1e-8));
}
