// The C++ side of bench/python_overhead.py: a trivial simulation, the accelerations of 10⁵ states,
// an ensemble.
//
// Lines are "name,seconds" of CPU time, best of several, and the sums by which the two sides are
// known to do the same work. An argument names the one question to answer.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>

#include "alembert.hpp"
#include "dynamics/dynamics.hpp"

using namespace alembert;

namespace {

template <class Work>
double best(int repeat, Work work) {
  double least = 1e300;
  for (int run = 0; run < repeat; ++run) {
    // of all threads; other programs on the same cores do not count
    const std::clock_t begin = std::clock();
    work();
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

void measure_simulation() {
  constexpr int count = 2000;
  System system;
  const Expr x = system.coordinate("x");
  system.kinetic(square(rate(x)) / 2);
  const double seconds = best(2, [&] {
    for (int i = 0; i < count; ++i)
      simulate(system, {.start = {{x, 1.0}}, .until = 1.0, .every = 1.0});
  });
  fmt::print("simulate,{:.9f}\n", seconds / count);
}

System double_pendulum() {
  System s;
  const Expr x1 = s.coordinate("x1"), y1 = s.coordinate("y1");
  const Expr x2 = s.coordinate("x2"), y2 = s.coordinate("y2");
  s.kinetic((square(rate(x1)) + square(rate(y1)) + square(rate(x2)) + square(rate(y2))) / 2);
  s.potential(9.81 * (y1 + y2));
  s.constraint("rod1", square(x1) + square(y1) == 1);
  s.constraint("rod2", square(x2 - x1) + square(y2 - y1) == 1);
  return s;
}

/// The same rows as positions() of the script.
std::vector<double> positions(int count) {
  std::vector<double> table;
  for (int i = 0; i < count; ++i) {
    const double a = 0.5 * std::sin(1.0 + i), b = 0.5 * std::sin(2.0 + 3.0 * i);
    const double x = std::sin(a), y = -std::cos(a);
    table.insert(table.end(), {x, y, x + std::sin(b), y - std::cos(b)});
  }
  return table;
}

void measure_accelerations() {
  constexpr int count = 100'000;
  const std::vector<double> table = positions(count);
  Dynamics dynamics(derive(double_pendulum()));
  std::vector<double> result(table.size());
  numeric::Vector y = numeric::Vector::Zero(8), dy(12);
  const double seconds = best(3, [&] {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      std::copy_n(table.data() + 4 * i, 4, y.data());
      dynamics.differentiate(0, y, dy);
      std::copy_n(dy.data() + 4, 4, result.data() + 4 * i);
    }
  });
  double sum = 0;
  for (const double a : result) sum += a;
  fmt::print("accelerations,{:.9f}\naccelerations sum,{:.9g}\n", seconds, sum);
}

void measure_ensemble() {
  const System system = double_pendulum();
  std::vector<Expr> varied;
  for (const Coordinate& x : system.coordinates()) varied.emplace_back(system.graph(), x.q);
  const std::vector<double> table = positions(20'000);
  EnsembleOptions options;
  options.run.until = 5;
  options.run.tolerance = 1e-10;
  Ensemble ensemble = simulate_ensemble(system, varied, table, options);
  const double seconds =
      best(2, [&] { ensemble = simulate_ensemble(system, varied, table, options); });
  double sum = 0;
  for (const double number : ensemble.states) sum += number;
  fmt::print("ensemble,{:.9f}\nensemble sum,{:.9g}\n", seconds, sum);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view question = argc > 1 ? argv[1] : "";
  const auto is_asked = [&](std::string_view name) { return question.empty() || question == name; };
  if (is_asked("simulate")) measure_simulation();
  if (is_asked("accelerations")) measure_accelerations();
  if (is_asked("ensemble")) measure_ensemble();
}
