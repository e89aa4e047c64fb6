// How long until the first step, and what does a whole run of the program cost?
//
// Usage: bench_startup [N...], the lengths of planar chains with rods to derive and compile, 64 by
// default; then `alembert run` of the double pendulum, 10 s of motion, against a process that does
// nothing. Best of several. Lines are "name,milliseconds".

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "motion/simulate.hpp"
#include "problems.hpp"

using namespace alembert;

namespace {

/// Deriving and compiling, by a run that goes nowhere; at least five times, and for half a second.
double milliseconds_until_first_step(int N) {
  const ProblemSystem problem = chain_problem(N);
  SimulateOptions options;
  options.start = problem.start;
  options.until = options.every = 1e-9;
  double best = 1e300, total = 0;
  for (int runs = 0; runs < 5 || total < 0.5; ++runs) {
    const auto start = std::chrono::steady_clock::now();
    const RunTimes seconds = simulate(problem.system, options).seconds();
    total += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, seconds.derive + seconds.compile);
  }
  return 1e3 * best;
}

double child_cpu_seconds() {
  rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// CPU time of a process from fork to end, its output thrown away.
double milliseconds_of_process(const std::vector<const char*>& words) {
  double best = 1e300;
  for (int runs = 0; runs < 20; ++runs) {
    const double before = child_cpu_seconds();
    const pid_t child = fork();
    if (child == 0) {
      dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
      std::vector<char*> arguments;
      for (const char* word : words) arguments.push_back(const_cast<char*>(word));
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fmt::print(stderr, "{} failed\n", words[0]);
      return NAN;
    }
    best = std::min(best, child_cpu_seconds() - before);
  }
  return 1e3 * best;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> lengths;
  for (int i = 1; i < argc; ++i) lengths.push_back(std::atoi(argv[i]));
  if (lengths.empty()) lengths = {64};
  for (const int N : lengths)
    fmt::print("derive and compile p1 N={},{:.3f}\n", N, milliseconds_until_first_step(N));

  const double nothing = milliseconds_of_process({"/bin/true"});
  const double whole = milliseconds_of_process(
      {"build/bench/alembert", "run", "models/double_pendulum/double_pendulum.mech"});
  fmt::print("empty process,{:.3f}\nalembert run above an empty process,{:.3f}\n", nothing,
             whole - nothing);
}
