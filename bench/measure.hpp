#pragma once
/// What the programs of a comparison share, ours and the peers': the four problems, CPU time,
/// reference values, and the one line that each prints.

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace bench {

inline constexpr double gravity = 9.81;  ///< m/s^2, along -y

/// One of the problems p1 ... p4, which bench/README.md describes.
struct Problem {
  std::string name;
  int N;              ///< links of the chain, loops of the row; 1 for the others
  double end;         ///< s, the time is that of the whole run
  double error_time;  ///< s, where the error is taken

  /// Where a run must stop: at the instant of the error and at the end.
  std::vector<double> stops() const {
    return error_time < end ? std::vector{error_time, end} : std::vector{end};
  }
};

inline Problem problem_named(const std::string& name, int N) {
  // Bricard's mechanism nearly comes to rest, and long chains amplify errors: these are looked at
  // early
  if (name == "p4") return {name, N, 10, 2};
  if (name != "p1") return {name, N, 10, 10};
  const double end = N <= 64 ? 10 : N <= 256 ? 2 : 0.5;
  return {name, N, end, N == 8 || N == 16 ? 2 : end};
}

/// What is asked of a peer: PROBLEM N METHOD VALUE [VARIANT], where VALUE is a tolerance or a step
/// size.
struct Task {
  Problem problem;
  std::string method;
  double value;
  std::string variant;
  std::string setting;  ///< the last three words, as given
};

inline Task read_task(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr, "usage: %s PROBLEM N METHOD VALUE [VARIANT]\n", words[0]);
    std::exit(2);
  }
  Task task{problem_named(words[1], std::atoi(words[2])), words[3], std::atof(words[4]),
            count > 5 ? words[5] : "", std::string(words[3]) + " " + words[4]};
  if (!task.variant.empty()) task.setting += " " + task.variant;
  return task;
}

/// Ends a program that does not know this problem, method or variant.
[[noreturn]] inline void refuse(const Task& task) {
  std::fprintf(stderr, "no such task: %s %d %s\n", task.problem.name.c_str(), task.problem.N,
               task.setting.c_str());
  std::exit(2);
}

inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The least of at least five runs, each of which says how many seconds it took. Short runs are
/// repeated for 0.3 s in all; after 60 s no other is begun. With BENCH_ONCE set there is one run:
/// to look at errors only.
template <class TimedRun>
double least_seconds(TimedRun&& timed_run) {
  const bool once = std::getenv("BENCH_ONCE") != nullptr;
  double best = std::numeric_limits<double>::infinity(), total = 0;
  for (int runs = 0; runs == 0 || !(once || total > 60 || (runs >= 5 && total > 0.3)); ++runs) {
    const double seconds = timed_run();
    best = std::min(best, seconds);
    total += seconds;
  }
  return best;
}

/// CPU seconds of `run()`, the best of several.
template <class Run>
double best_cpu_seconds(Run&& run) {
  return least_seconds([&] {
    const double start = cpu_seconds();
    run();
    return cpu_seconds() - start;
  });
}

/// The position at the instant of the error, from bench/references; empty where there is none.
inline std::vector<double> reference(const Problem& problem) {
  const bool has_sizes = problem.name == "p1" || problem.name == "p2";
  std::ifstream file("bench/references/" + problem.name +
                     (has_sizes ? "_" + std::to_string(problem.N) : "") + ".txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream numbers(line);
    double t = 0;
    if (!(numbers >> t) || std::fabs(t - problem.error_time) > 1e-9) continue;
    std::vector<double> position;
    for (double x; numbers >> x;) position.push_back(x);
    return position;
  }
  return {};
}

/// What a run to the end has given.
struct Result {
  double cpu_seconds = 0;
  std::vector<double> position = {};  ///< at the instant of the error, m; empty when the run failed
  double energy_error = 0;            ///< J, at the end
  double violation = 0;               ///< of the constraints at the end, m
  long steps = 0;
  long right_hand_sides = 0;  ///< evaluations of the accelerations
};

/// Distance to the reference, in m; NaN when the run failed.
inline double error_of(const Result& result, const Problem& problem) {
  const std::vector<double> exact = reference(problem);
  if (result.position.empty() || exact.empty()) return NAN;
  double sum = 0;
  for (std::size_t i = 0; i < std::min(exact.size(), result.position.size()); ++i)
    sum += (result.position[i] - exact[i]) * (result.position[i] - exact[i]);
  return std::sqrt(sum);
}

/// peer,problem,N,setting,CPU seconds,error,energy error,violation,steps,right-hand sides
inline void print_line(const std::string& peer, const Task& task, const Result& result) {
  std::printf("%s,%s,%d,%s,%.6g,%.3g,%.3g,%.3g,%ld,%ld\n", peer.c_str(), task.problem.name.c_str(),
              task.problem.N, task.setting.c_str(), result.cpu_seconds,
              error_of(result, task.problem), result.energy_error, result.violation, result.steps,
              result.right_hand_sides);
}

}  // namespace bench
