// What does it cost to keep the constraints, and what happens without?
//
// The pendulum in Cartesian coordinates from the level position, 10 s, against its closed form at t
// = 10; the double pendulum, 100 s, against its own energy. Best of several runs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "motion/simulate.hpp"

using namespace alembert;

namespace {

struct Way {
  const char* name;
  Drift drift;
  double alpha;
};

System pendulum_with_links(int links) {
  System system;
  Expr x0 = 0.0, y0 = 0.0;
  for (int i = 1; i <= links; ++i) {
    const Expr x = system.coordinate(fmt::format("x{}", i)),
               y = system.coordinate(fmt::format("y{}", i));
    system.kinetic(0.5 * (square(rate(x)) + square(rate(y))));
    system.potential(9.81 * y);
    system.constraint(fmt::format("rod{}", i), square(x - x0) + square(y - y0) == 1.0);
    x0 = x;
    y0 = y;
  }
  return system;
}

SimulateOptions options_of(const System& system, const Way& way, double until, double tolerance) {
  SimulateOptions options;
  for (std::size_t j = 0; j < system.coordinates().size(); ++j) {
    // level, at rest: x = −1, −2, ... and y = 0
    const double place = j % 2 == 0 ? -static_cast<double>(j / 2 + 1) : 0.0;
    options.start.emplace_back(Expr(system.graph(), system.coordinates()[j].q), place);
  }
  options.until = until;
  options.every = until / 10;
  options.tolerance = tolerance;
  options.drift = way.drift;
  options.baumgarte_alpha = options.baumgarte_beta = way.alpha;
  return options;
}

void table(const char* title, int links, double until, double reference) {
  fmt::print("{}\n{:>10} {:>16} {:>10} {:>10} {:>10} {:>8} {:>10}\n", title, "tolerance", "drift",
             "|phi|", "|dE|", "error", "steps", "ms");
  const System system = pendulum_with_links(links);
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12})
    for (const Way& way :
         {Way{"project", Drift::project, 0}, Way{"baumgarte 5 5", Drift::baumgarte, 5},
          Way{"baumgarte 50 50", Drift::baumgarte, 50}, Way{"none", Drift::none, 0}}) {
      double best = 1e300;
      for (int run = 0; run < 5; ++run)
        best = std::min(best,
                        simulate(system, options_of(system, way, until, tolerance)).seconds().run);
      const Motion motion = simulate(system, options_of(system, way, until, tolerance));
      const std::string error =
          std::isnan(reference) ? ""
                                : fmt::format("{:.1e}", std::fabs(motion.back()["x1"] - reference));
      fmt::print("{:>10.0e} {:>16} {:>10.1e} {:>10.1e} {:>10} {:>8} {:>10.3f}\n", tolerance,
                 way.name, motion.largest().position, motion.energy_deviation(), error,
                 motion.counters().steps, 1e3 * best);
    }
}

}  // namespace

int main() {
  table("pendulum, 10 s", 1, 10, -0.2750874625761168600543914);
  table("\ndouble pendulum, 100 s", 2, 100, NAN);
}
