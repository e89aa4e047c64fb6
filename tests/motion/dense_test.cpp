// Systems whose coordinates are all coupled with each other: their factors are found in loops.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "ensemble/ensemble.hpp"
#include "motion/simulate.hpp"
#include "solution/explicit_formulas.hpp"

using namespace alembert;

namespace {

constexpr int links = 30;

/// Links of 1/30 m between two points at the same height, in a half circle at first; the angle of
/// each to the downward vertical.
double angle_of(int link) { return std::numbers::pi * (link - 0.5) / links; }

double span() {
  double sum = 0;
  for (int i = 1; i <= links; ++i) sum += std::sin(angle_of(i)) / links;
  return sum;
}

std::string indexed(const char* name, int i) { return fmt::format("{}[{}]", name, i); }

struct Chain {
  System system;
  std::vector<std::pair<Expr, double>> start = {};
};

/// One coordinate a link, and two constraints for the end.
Chain in_angles() {
  Chain chain{System("chain in angles")};
  System& s = chain.system;
  const Expr l = s.parameter("l", 1.0 / links), g = s.parameter("g", 9.81);
  Expr x = 0.0, y = 0.0;
  for (int i = 1; i <= links; ++i) {
    const Expr theta = s.coordinate(indexed("theta", i));
    x += l * sin(theta);
    y += -l * cos(theta);
    s.particle({indexed("p", i), 0.1, {x, y}});
    s.potential(0.1 * g * y);
    chain.start.emplace_back(theta, angle_of(i));
    if (i == links / 3) {
      s.watch("x", x);
      s.watch("y", y);
    }
  }
  s.constraint("end_x", x == span());
  s.constraint("end_y", y == 0.0);
  return chain;
}

/// Two coordinates and a rod for each link: hardly any of them are coupled.
Chain with_rods() {
  Chain chain{System("chain with rods")};
  System& s = chain.system;
  Expr x0 = 0.0, y0 = 0.0;
  double x_at = 0, y_at = 0;
  for (int i = 1; i <= links; ++i) {
    const Expr x = s.coordinate(indexed("x", i)), y = s.coordinate(indexed("y", i));
    s.kinetic(0.1 / 2 * (square(rate(x)) + square(rate(y))));
    s.potential(0.1 * 9.81 * y);
    s.constraint(indexed("rod", i), square(x - x0) + square(y - y0) == 1.0 / (links * links));
    x_at += std::sin(angle_of(i)) / links;
    y_at -= std::cos(angle_of(i)) / links;
    chain.start.emplace_back(x, x_at);
    chain.start.emplace_back(y, y_at);
    x0 = x;
    y0 = y;
    if (i == links / 3) {
      s.watch("x", x);
      s.watch("y", y);
    }
  }
  s.constraint("end_x", x0 == span());
  s.constraint("end_y", y0 == 0.0);
  return chain;
}

SimulateOptions options_of(const Chain& chain) {
  SimulateOptions options;
  options.until = 0.3;
  options.every = 0.1;
  options.tolerance = 1e-10;
  for (const auto& [symbol, value] : chain.start) options.start.emplace_back(symbol, value);
  return options;
}

bool is_rolled(const System& system) {
  const Equations equations = derive(system);
  std::vector<std::size_t> rows(equations.rows.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto formulas = solution::ExplicitFormulas::make(equations, rows, {.may_roll = true});
  return formulas != nullptr && formulas->is_rolled();
}

}  // namespace

TEST_CASE(
    "a dense system in loops moves as a sparse one that is written out, with the same forces") {
  const Chain dense = in_angles(), sparse = with_rods();
  CHECK(is_rolled(dense.system));
  CHECK_FALSE(is_rolled(sparse.system));
  const Motion a = simulate(dense.system, options_of(dense));
  const Motion b = simulate(sparse.system, options_of(sparse));
  REQUIRE(a.outcome().complete());
  REQUIRE(b.outcome().complete());
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(i);
    // errors of a step are 1e-10 and less, and grow by some powers of ten while the links whip
    // around
    CHECK(a["x"][i] == Approx(b["x"][i]).margin(1e-7));
    CHECK(a["y"][i] == Approx(b["y"][i]).margin(1e-7));
    // by the accelerations, which feel errors of the positions times the squares of the fastest
    // rates, 1e4 / s²
    CHECK(a["lambda(end_x)"][i] == Approx(b["lambda(end_x)"][i]).margin(1e-3));
    CHECK(a["lambda(end_y)"][i] == Approx(b["lambda(end_y)"][i]).margin(1e-3));
  }
  CHECK(a.largest().position < 1e-14);
  CHECK(a.largest().virtual_work < 1e-9);
  CHECK(a.energy_imbalance() < 1e-8);
}

TEST_CASE("dense motions run in lanes, with the same bits in any of them") {
  const Chain chain = in_angles();
  const std::vector<Expr> varied{{chain.system.graph(), chain.system.graph().find_symbol("g")}};
  const std::vector<double> gravities{9.81, 3.7, 1.6, 24.8, 8.9};
  EnsembleOptions options;
  options.run = options_of(chain);
  options.run.every.reset();
  options.threads = 1;
  const Ensemble four = simulate_ensemble(chain.system, varied, gravities, options);
  options.lanes = 1;
  const Ensemble one = simulate_ensemble(chain.system, varied, gravities, options);
  CHECK(four.one_by_one == 0);
  CHECK(four.states == one.states);
  CHECK(four.steps == one.steps);
  CHECK(*std::max_element(four.residual.begin(), four.residual.end()) < 1e-14);

  const Motion alone = simulate(chain.system, options_of(chain));
  for (std::size_t j = 0; j < links; ++j)
    CHECK(four.state(0, 0)[j] ==
          Approx(alone.back()[indexed("theta", static_cast<int>(j) + 1)]).margin(1e-7));
}
