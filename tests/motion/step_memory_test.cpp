#include <catch2/catch.hpp>
#include <cmath>

#include "allocations.hpp"
#include "mechanics/system.hpp"
#include "motion/simulate.hpp"

using namespace alembert;

namespace {

struct Asked {
  long after_start = 0, at_end = 0;
  std::size_t steps = 0, outputs = 0;
};

/// What a run asks of the heap between its 40th step and its end.
Asked asked_by(const System& system, SimulateOptions options) {
  Asked asked;
  int calls = 0;
  options.progress = [&](double) {
    if (++calls == 40) asked.after_start = allocations();
    asked.at_end = allocations();
    return true;
  };
  const Motion motion = simulate(system, options);
  asked.steps = motion.counters().steps;
  asked.outputs = motion.size();
  return asked;
}

}  // namespace

TEST_CASE("steps ask for no memory but that of the record, which doubles") {
  if (!allocations_are_counted()) return;
  System pendulum("double pendulum");
  const Expr x1 = pendulum.coordinate("x1"), y1 = pendulum.coordinate("y1"),
             x2 = pendulum.coordinate("x2"), y2 = pendulum.coordinate("y2");
  const auto square = [](const Expr& e) { return e * e; };
  pendulum.kinetic(0.5 *
                   (square(rate(x1)) + square(rate(y1)) + square(rate(x2)) + square(rate(y2))));
  pendulum.potential(9.81 * (y1 + y2));
  pendulum.constraint("rod1", square(x1) + square(y1) == 1);
  pendulum.constraint("rod2", square(x2 - x1) + square(y2 - y1) == 1);
  SimulateOptions options{.start = {{x1, 1.0}, {y1, 0.0}, {x2, 2.0}, {y2, 0.0}}, .until = 60};
  options.tolerance = 1e-10;

  // table, checkpoints and their states double: each at most log2 of what is added to it
  const auto doublings = [](std::size_t count) { return static_cast<long>(std::log2(count)) + 1; };

  options.every = 60;
  const Asked bare = asked_by(pendulum, options);
  CHECK(bare.steps > 1000);
  CHECK(bare.at_end - bare.after_start <= 2 * doublings(bare.steps));

  options.every = 0.01;
  const Asked recorded = asked_by(pendulum, options);
  CHECK(recorded.outputs == 6001);
  CHECK(recorded.at_end - recorded.after_start <=
        2 * doublings(recorded.steps) + doublings(recorded.outputs));
}
