#include "ensemble/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "ensemble/lane_functions.hpp"
#include "ensemble/prepared_ensemble.hpp"
#include "mechanics/model_error.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model double_pendulum() {
  return read_text(R"(coordinates x1 y1 x2 y2
parameters m = 1, l = 1, g = 9.81
kinetic m/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2)
potential m*g*(y1 + y2)
constraint rod1: x1^2 + y1^2 = l^2
constraint rod2: (x2 - x1)^2 + (y2 - y1)^2 = l^2
start x1 = l, y1 = 0, x2 = 2*l, y2 = 0
run 3
  tolerance 1e-10
)",
                   "double_pendulum.mech");
}

Expr symbol_of(const Model& model, const char* name) {
  return {model.system.graph(), model.system.graph().find_symbol(name)};
}

/// Starting angles of the two rods at rest, as columns x1, y1, x2, y2.
std::vector<double> random_starts(std::size_t count) {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> angle(-1.5, 1.5);
  std::vector<double> table;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = angle(random), b = angle(random);
    table.insert(table.end(), {std::sin(a), -std::cos(a), std::sin(a) + std::sin(b),
                               -std::cos(a) - std::cos(b)});
  }
  return table;
}

std::vector<Expr> start_symbols(const Model& model) {
  return {symbol_of(model, "x1"), symbol_of(model, "y1"), symbol_of(model, "x2"),
          symbol_of(model, "y2")};
}

}  // namespace

TEST_CASE("a motion in a lane is the motion that runs alone") {
  const Model model = double_pendulum();
  const std::vector<double> table = random_starts(9);
  const Ensemble lanes = simulate_ensemble(model, start_symbols(model), table);
  REQUIRE(lanes.size() == 9);
  CHECK(lanes.one_by_one == 0);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    SimulateOptions options;
    const std::vector<Expr> symbols = start_symbols(model);
    for (std::size_t c = 0; c < 4; ++c) options.start.emplace_back(symbols[c], table[4 * i + c]);
    const Motion alone = simulate(model, options);
    CHECK(lanes.outcomes[i].fate == Fate::reached_the_end);
    CHECK(lanes.residual[i] < 1e-14);
    // both took the same steps; rounding grows with the motion, which is not chaotic yet
    CHECK(lanes.steps[i] == alone.counters().steps);
    const auto state = lanes.state(i, 0);
    const char* names[] = {"x1", "y1", "x2", "y2", "x1'", "y1'", "x2'", "y2'"};
    for (std::size_t j = 0; j < 8; ++j) CHECK(std::fabs(state[j] - alone.back()[names[j]]) < 1e-11);
  }
}

TEST_CASE("an ensemble has the same bits for any number of threads and lanes") {
  const Model model = double_pendulum();
  const std::vector<double> table = random_starts(37);
  EnsembleOptions options;
  options.times = {0.5, 1.25, 3};
  options.threads = 1;
  const Ensemble one = simulate_ensemble(model, start_symbols(model), table, options);
  options.threads = 3;
  const Ensemble three = simulate_ensemble(model, start_symbols(model), table, options);
  options.lanes = 1;
  const Ensemble single = simulate_ensemble(model, start_symbols(model), table, options);
  CHECK(one.states == three.states);
  CHECK(one.states == single.states);
  CHECK(one.steps == single.steps);
  CHECK(one.energy_deviation == three.energy_deviation);
}

TEST_CASE("lanes with rejected steps and second corrections keep the bits of a lane alone") {
  // a coarse tolerance needs two corrections after most steps, and wild motions need them at
  // different times
  const Model model = double_pendulum();
  std::vector<double> table;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3, 3);
  for (int i = 0; i < 21; ++i) {
    const double a = angle(random), b = angle(random);
    table.insert(table.end(), {std::sin(a), -std::cos(a), std::sin(a) + std::sin(b),
                               -std::cos(a) - std::cos(b)});
  }
  EnsembleOptions options;
  options.run.tolerance = 1e-4;
  for (int k = 0; k <= 30; ++k) options.times.push_back(0.1 * k);
  options.times.back() = 3;
  const Ensemble four = simulate_ensemble(model, start_symbols(model), table, options);
  options.lanes = 1;
  const Ensemble one = simulate_ensemble(model, start_symbols(model), table, options);
  CHECK(four.one_by_one == 0);
  CHECK(four.states == one.states);
  CHECK(four.steps == one.steps);
  CHECK(four.residual == one.residual);
  CHECK(four.energy_deviation == one.energy_deviation);
  CHECK(*std::max_element(four.residual.begin(), four.residual.end()) < 1e-14);
}

TEST_CASE("a chain too long for whole steps runs by stages, with the same bits in any lane") {
  std::string text = "coordinates";
  constexpr int links = 20;
  for (int i = 1; i <= links; ++i) text += fmt::format(" x{0} y{0}", i);
  text += "\nkinetic 1/2*(0";
  for (int i = 1; i <= links; ++i) text += fmt::format(" + x{0}'^2 + y{0}'^2", i);
  text += ")\npotential 9.81*(0";
  for (int i = 1; i <= links; ++i) text += fmt::format(" + y{}", i);
  text += ")\nconstraint rod1: x1^2 + y1^2 = 1\n";
  for (int i = 2; i <= links; ++i)
    text += fmt::format("constraint rod{0}: (x{0} - x{1})^2 + (y{0} - y{1})^2 = 1\n", i, i - 1);
  text += "run 0.3\n";
  const Model model = read_text(text, "chain.mech");
  std::vector<Expr> symbols;
  for (const Coordinate& x : model.system.coordinates())
    symbols.emplace_back(model.system.graph(), x.q);

  // straight chains at five angles
  std::vector<double> table;
  for (const double angle : {0.1, 0.4, 0.7, 1.0, 1.3})
    for (int i = 1; i <= links; ++i)
      table.insert(table.end(), {i * std::sin(angle), -i * std::cos(angle)});
  EnsembleOptions options;
  options.times = {0.1, 0.3};
  const PreparedEnsemble prepared(model, symbols, std::span(table).first(symbols.size()), options);
  REQUIRE(prepared.lanes() != nullptr);
  REQUIRE(prepared.lanes()->step == nullptr);
  const Ensemble four = prepared.run(table);
  options.lanes = 1;
  const Ensemble one = simulate_ensemble(model, symbols, table, options);
  CHECK(four.one_by_one == 0);
  CHECK(four.states == one.states);
  CHECK(four.steps == one.steps);
  for (std::size_t i = 0; i < four.size(); ++i) {
    CHECK(four.residual[i] < 1e-13);
    CHECK(four.energy_deviation[i] < 1e-7);
  }
}

TEST_CASE("parameters vary, and start values that are formulas of them follow") {
  // a pendulum of length l released level: its period grows like the root of l, so that at times in
  // that ratio the motions are alike
  const Model model = read_text(R"(coordinates x y
parameters l = 1, m = 2*l
kinetic m/2*(x'^2 + y'^2)
potential m*9.81*y
constraint rod: x^2 + y^2 = l^2
start x = l, y = 0
run 4
)",
                                "pendulum.mech");
  const std::vector<double> lengths{1, 4, 0.25, 2.25};
  EnsembleOptions options;
  options.times = {0.5, 0.75, 1, 2};
  const Ensemble ensemble = simulate_ensemble(model, {symbol_of(model, "l")}, lengths, options);
  CHECK(ensemble.one_by_one == 0);
  // x(t)/l is a function of t/√l: 1 s of l = 1 is 2 s of l = 4, 0.5 s of l = 1/4
  const double reference = ensemble.state(0, 2)[0];
  CHECK(std::fabs(ensemble.state(1, 3)[0] / 4 - reference) < 1e-8);
  CHECK(std::fabs(ensemble.state(2, 0)[0] / 0.25 - reference) < 1e-8);
}

TEST_CASE("motions that lanes cannot run are run one by one, with their own outcomes") {
  // a slider that is pulled beyond the reach of its rod
  const Model model = read_text(R"(coordinates x y
parameters v = 1
kinetic 1/2*(x'^2 + y'^2)
constraint rod: x^2 + y^2 = 1
constraint pull: x = v*t
start x = 0, y = 1, x' = v, y' = 0
run 2
)",
                                "slider.mech");
  const Ensemble ensemble =
      simulate_ensemble(model, {symbol_of(model, "v")}, std::vector<double>{0.1, 0.2, 1, 0.3});
  CHECK(ensemble.one_by_one == 1);
  CHECK(ensemble.outcomes[0].complete());
  CHECK_FALSE(ensemble.outcomes[2].complete());
  CHECK(ensemble.outcomes[2].t < 1.0001);
  CHECK(std::isnan(ensemble.state(2, 0)[0]));
  CHECK(std::fabs(ensemble.state(3, 0)[0] - 0.6) < 1e-12);
  CHECK(std::fabs(ensemble.state(3, 0)[1] - 0.8) < 1e-9);
}

TEST_CASE("redundant rows vary along") {
  // the second rod says what the first one says
  const Model model = read_text(R"(coordinates x y
kinetic 1/2*(x'^2 + y'^2)
potential 9.81*y
constraint rod: x^2 + y^2 = 1
constraint again: 3*x^2 + 3*y^2 = 3
start y = 0
run 1
)",
                                "twice.mech");
  const Ensemble ensemble =
      simulate_ensemble(model, {symbol_of(model, "x")}, std::vector<double>{1, -1});
  CHECK(ensemble.one_by_one == 0);
  CHECK(ensemble.state(0, 0)[1] == Approx(ensemble.state(1, 0)[1]).margin(1e-14));
  CHECK(ensemble.state(0, 0)[0] == Approx(-ensemble.state(1, 0)[0]).margin(1e-14));
}

TEST_CASE("an ensemble that is stopped keeps the motions that are done and says so of the others") {
  const Model model = double_pendulum();
  const std::vector<double> table = random_starts(40);
  const Ensemble whole = simulate_ensemble(model, start_symbols(model), table);
  for (const unsigned lanes : {1u, 4u}) {
    EnsembleOptions options;
    options.threads = 1;
    options.lanes = lanes;
    options.progress = [](std::size_t done) { return done < 10; };
    const Ensemble part = simulate_ensemble(model, start_symbols(model), table, options);
    REQUIRE(part.size() == 40);
    std::size_t done = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part.outcomes[i].fate == Fate::interrupted) {
        CHECK(std::isnan(part.state(i, 0)[0]));
        continue;
      }
      ++done;
      CHECK(part.outcomes[i].fate == Fate::reached_the_end);
      CHECK(part.state(i, 0)[0] == whole.state(i, 0)[0]);
    }
    // those that had begun were brought to their end
    CHECK(done >= 10);
    CHECK(done < 10 + lanes);
  }
}

TEST_CASE("an ensemble says what is wrong with its table") {
  const Model model = double_pendulum();
  const Expr x1 = symbol_of(model, "x1");
  const std::vector<double> three{1, 2, 3};
  CHECK_THROWS_WITH(simulate_ensemble(model, {x1, symbol_of(model, "y1")}, three),
                    Catch::Contains("do not fill a table of 2 columns"));
  CHECK_THROWS_WITH(simulate_ensemble(model, {x1 * x1}, three), Catch::Contains("not a formula"));
  EnsembleOptions options;
  options.times = {2, 1};
  CHECK_THROWS_WITH(simulate_ensemble(model, {x1}, three, options),
                    Catch::Contains("cannot be a time"));
  options.times = {};
  options.lanes = 3;
  CHECK_THROWS_WITH(simulate_ensemble(model, {x1}, three, options), Catch::Contains("1 or 4"));
  CHECK(simulate_ensemble(model, {x1}, std::vector<double>{}).size() == 0);
}

TEST_CASE("a start that has no number is the outcome of its motion alone") {
  System system;
  const Expr x = system.coordinate("x"), a = system.parameter("a", 1.0);
  system.kinetic(square(rate(x)) / 2);
  Model model{system, {}, {}, {}, {}};
  model.start = {{x.node(), sqrt(a).node(), false}, {rate(x).node(), x.node(), false}};
  const std::vector<double> table = {4, -1, 9};
  const Ensemble ensemble =
      simulate_ensemble(model, {a}, table, {.run = {.until = 1.0}, .times = {0, 1}});
  CHECK(ensemble.outcomes[0].fate == Fate::reached_the_end);
  CHECK(ensemble.outcomes[1].fate == Fate::not_converging);
  CHECK(ensemble.one_by_one == 1);
  // the first of the times is the start; the speed is the starting place
  CHECK(ensemble.state(0, 0)[0] == 2);
  CHECK(ensemble.state(2, 0)[1] == 3);
  CHECK(ensemble.state(2, 1)[0] == Approx(6).epsilon(1e-12));
}

TEST_CASE(
    "lanes leave what chatters, what overflows and what a step overlooks to runs of their own") {
  const auto run = [](const char* text, const char* name, const std::vector<double>& values) {
    const Model model = read_text(text, "lanes.mech");
    return simulate_ensemble(model, {symbol_of(model, name)}, values);
  };
  SECTION("dry friction that comes to rest chatters in every motion") {
    const Ensemble sliding = run(R"(
coordinates x
parameters mu = 1
kinetic 1/2*x'^2
force x: -mu*sign(x')
start x = 0, x' = 1
run 3
)",
                                 "mu", {1, 2, 0.01});
    CHECK(sliding.outcomes[0].fate == Fate::chatters);
    CHECK(sliding.outcomes[0].t == Approx(1).margin(1e-3));
    CHECK(sliding.outcomes[1].fate == Fate::chatters);
    CHECK(sliding.outcomes[1].t == Approx(0.5).margin(1e-3));
    // this one does not come to rest: x = 3 − 0.01·9/2
    CHECK(sliding.outcomes[2].fate == Fate::reached_the_end);
    CHECK(sliding.state(2, 0)[0] == Approx(2.955).epsilon(1e-9));
  }
  SECTION("numbers that end are an outcome, and no numbers") {
    const Ensemble falling = run(R"(
coordinates x
parameters g = 1
kinetic 1/2*x'^2
potential -g*x
run 10
)",
                                 "g", {-1e308, 2, 1e308});
    CHECK(falling.outcomes[0].fate == Fate::not_finite);
    CHECK(falling.outcomes[2].fate == Fate::not_finite);
    CHECK(std::isnan(falling.state(0, 0)[0]));
    CHECK(falling.state(1, 0)[0] == Approx(100).epsilon(1e-12));
  }
  SECTION("a projection does not repair what a step has overlooked") {
    const Ensemble driven = run(R"(
coordinates x y
parameters late = pi
kinetic 1/2*(x'^2 + y'^2)
constraint drive: x' = tanh(1e6*(t - late))
start x = 0, y = 0, y' = 0
run 10
)",
                                "late", {2, 3, std::numbers::pi});
    // −late on the way back, 10 − late on the way forth, but for the millionth of a second in which
    // it turns
    CHECK(driven.state(0, 0)[0] == Approx(6).margin(1e-8));
    CHECK(driven.state(1, 0)[0] == Approx(4).margin(1e-8));
    CHECK(driven.state(2, 0)[0] == Approx(10 - 2 * std::numbers::pi).margin(1e-8));
  }
}

TEST_CASE("an ensemble that is told not to go on drops the motions on their way") {
  const Model model = double_pendulum();
  std::atomic<int> questions = 0;
  const Ensemble dropped = simulate_ensemble(
      model, start_symbols(model), random_starts(8),
      {.run = {.until = 1e9}, .threads = 1, .go_on = [&] { return ++questions < 5; }});
  CHECK(questions >= 5);
  for (const Outcome& outcome : dropped.outcomes) CHECK(outcome.fate == Fate::interrupted);
}
