// How long does a motion take, and how far is it off, on the four problems that the peers are run
// on?
//
// Usage: bench_compare PROBLEM N METHOD TOLERANCE, as bench/README.md describes; prints the line
// that the peers print too. Deriving and compiling are outside of its time, as building the model
// is for the peers, and go to standard error.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "motion/simulate.hpp"
#include "problems.hpp"

using namespace alembert;

namespace {

ProblemSystem build(const bench::Task& task) {
  if (task.problem.name == "p1") return chain_problem(task.problem.N);
  if (task.problem.name == "p2") return four_bars_problem(task.problem.N);
  if (task.problem.name == "p3") return disc_problem();
  if (task.problem.name == "p4") return bricard_problem();
  bench::refuse(task);
}

SimulateOptions options_of(const bench::Task& task, const ProblemSystem& problem) {
  SimulateOptions options;
  options.start = problem.start;
  options.until = options.every = task.problem.end;
  options.tolerance = task.value;
  options.method = choice_named<Method>(task.method);
  if (!options.method) bench::refuse(task);
  return options;
}

// The one place that calls the library.
Motion run(const System& system, const SimulateOptions& options) {
  return simulate(system, options);
}

// Going back from the end of a motion to the instant of the error belongs to its time, as stopping
// there does to that of the peers. Seconds are those of a clock on the wall: at least the CPU time
// of a run on one core.
bench::Result result_of(const Motion& motion, const bench::Problem& problem) {
  bench::Result result;
  result.cpu_seconds = motion.seconds().run;
  if (motion.outcome().complete()) {
    const auto start = std::chrono::steady_clock::now();
    const Snapshot there =
        problem.error_time < problem.end ? motion.at(problem.error_time) : motion.back();
    result.cpu_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (int k = 1; k <= 3; ++k) {
      const std::string name = fmt::format("observed_{}", k);
      const auto& watches = motion.equations().system.watches();
      if (std::none_of(watches.begin(), watches.end(),
                       [&](const Watch& watch) { return watch.name == name; }))
        break;
      result.position.push_back(there[name]);
    }
  } else {
    fmt::print(stderr, "{}\n", motion.outcome().words());
  }
  result.energy_error = motion.energy_deviation();
  result.violation = motion.largest().position;
  result.steps = motion.counters().steps;
  result.right_hand_sides = motion.counters().evaluations;
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Task task = bench::read_task(argc, argv);
  const ProblemSystem problem = build(task);
  const SimulateOptions options = options_of(task, problem);

  bench::Result result;
  double derive = 1e300, compile = 1e300;
  const double seconds = bench::least_seconds([&] {
    const Motion motion = run(problem.system, options);
    result = result_of(motion, task.problem);
    derive = std::min(derive, motion.seconds().derive);
    compile = std::min(compile, motion.seconds().compile);
    return result.cpu_seconds;
  });
  result.cpu_seconds = seconds;
  bench::print_line("Alembert", task, result);
  fmt::print(stderr, "derive {:.3f} ms, compile {:.3f} ms\n", 1e3 * derive, 1e3 * compile);
}
