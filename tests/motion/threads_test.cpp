// Several threads that read one motion; built alone it also runs under the thread sanitizer.

#include <catch2/catch.hpp>
#include <thread>

#include "motion/simulate.hpp"

using namespace alembert;

namespace {

/// A pendulum by its rod, which leaves out no stage: each instant is integrated, projected, and
/// solved for its force.
struct Pendulum {
  System system;
  Expr x = system.coordinate("x"), y = system.coordinate("y");
  Pendulum() {
    system.kinetic((square(rate(x)) + square(rate(y))) / 2);
    system.potential(9.81 * y);
    system.constraint("rod", square(x) + square(y) == 1);
  }
  Motion run(double start, Method method = Method::dop853) const {
    return simulate(system, {.start = {{x, start}, {y, -std::sqrt(1 - start * start)}},
                             .until = 2.0,
                             .method = method});
  }
};

constexpr int instants = 60, threads = 4;
double instant(int i) { return 2.0 * i / instants; }

/// Whether every thread finds what one alone found, each beginning at another instant.
template <class Read>
bool threads_agree(const Read& read) {
  std::vector<std::vector<double>> alone;
  for (int i = 0; i < instants; ++i) alone.push_back(read(instant(i)));
  std::vector<std::vector<std::vector<double>>> found(threads,
                                                      std::vector<std::vector<double>>(instants));
  std::vector<std::thread> readers;
  for (int reader = 0; reader < threads; ++reader)
    readers.emplace_back([&, reader] {
      for (int k = 0; k < instants; ++k) {
        const int i = (k + reader * instants / threads) % instants;
        found[static_cast<std::size_t>(reader)][static_cast<std::size_t>(i)] = read(instant(i));
      }
    });
  for (std::thread& reader : readers) reader.join();
  for (const auto& values : found)
    if (values != alone) return false;
  return true;
}

}  // namespace

TEST_CASE("threads that read one motion get the numbers of one thread, to the bit", "[threads]") {
  const Pendulum pendulum;
  for (const Method method : {Method::dop853, Method::taylor}) {
    const Motion motion = pendulum.run(0.6, method);
    CHECK(threads_agree([&](double t) {
      const Snapshot there = motion.at(t);
      return std::vector(there.row().begin(), there.row().end());
    }));
    CHECK(threads_agree([&](double t) {
      const ReactionAt rod = motion.reaction("rod").at(t);
      return std::vector{rod["x"], rod["y"], rod.lambda.front(), motion.front()["energy"]};
    }));
  }
}

TEST_CASE("threads that work formulas out on motions of one system do not disturb each other",
          "[threads]") {
  Pendulum pendulum;
  const Expr pull = pendulum.system.reaction("rod", pendulum.y) + pendulum.system.energy();
  const std::vector<NodeId> formulas{pull.node()};
  const Motion narrow = pendulum.run(0.1), wide = pendulum.run(0.9);
  CHECK(threads_agree([&](double t) {
    std::vector<double> values = narrow.evaluate(formulas, t);
    values.push_back(wide.evaluate(formulas, t).front());
    values.push_back(wide.evaluate_outputs(formulas).back().front());
    return values;
  }));
}
