#include "ensemble/lane_functions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "integrate/condition_range.hpp"
#include "integrate/step_controller.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

constexpr std::size_t lanes = 4;

// of a step
constexpr double longest = 0.7;

LaneFunctions functions_of(const char* text, const std::vector<std::size_t>& rows,
                           double tolerance = 1e-10) {
  const Model model = read_text(text, "lanes.mech");
  const Equations equations = derive(model.system);
  const auto formulas = solution::ExplicitFormulas::make(equations, rows, {});
  REQUIRE(formulas);
  return {*formulas,
          equations.solved_M(),
          equations.A,
          {.tolerance = tolerance, .projects = true, .longest = longest}};
}

constexpr const char* spring = "coordinates x\nlagrangian 1/2*x'^2 - 1/2*x^2\n";

/// A block of rows, and what the functions make of it.
struct Block {
  explicit Block(const LaneFunctions& f) : functions(f), numbers(f.rows.count * lanes) {}

  double& at(std::size_t row, std::size_t lane) { return numbers[row * lanes + lane]; }
  void set(std::size_t row, double value) {
    for (std::size_t lane = 0; lane < lanes; ++lane) at(row, lane) = value;
  }
  /// The outputs take the place of the rows from `first` on.
  void call(const Evaluator& function, std::size_t first) {
    std::vector<double> outputs(function.output_count() * lanes);
    std::vector<double> workspace(function.workspace_size(lanes));
    function.evaluate_lanes(lanes, numbers.data(), outputs.data(), workspace.data());
    std::copy(outputs.begin(), outputs.end(), numbers.data() + first * lanes);
  }
  void control() { call(*functions.control, functions.rows.remark); }

  const LaneFunctions& functions;
  std::vector<double> numbers;
};

/// A motion in the middle of its way from 0 to 10 that tries a step of 0.1.
Block on_its_way(const LaneFunctions& functions) {
  const LaneRows& rows = functions.rows;
  Block block(functions);
  for (const auto& [row, value] :
       std::initializer_list<std::pair<std::size_t, double>>{{rows.t_begin, 1},
                                                             {rows.h, 0.1},
                                                             {rows.landing, 1.1},
                                                             {rows.wish, 0.1},
                                                             {rows.may_grow, 1},
                                                             {rows.target, 10},
                                                             {rows.next_target, 20},
                                                             {rows.error, 0.05},
                                                             {rows.best, 1},
                                                             {rows.worst, 1.5}})
    block.set(row, value);
  return block;
}

}  // namespace

TEST_CASE("lanes take the steps that one motion takes by itself, to the bit") {
  const LaneFunctions functions = functions_of(spring, {});
  const LaneRows& rows = functions.rows;
  // times so close that steps are cut short now and then, errors around what is allowed
  const std::vector<double> times{0.8, 3, 3.01, 7, 12, 1e9};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(-5, 0.6);

  Block block(functions);
  block.set(rows.may_grow, 1);
  block.set(rows.best, 1);
  block.set(rows.worst, 1);
  std::vector<integrate::StepController> alone(lanes);
  std::vector<double> t(lanes, 0.0), h(lanes), landing(lanes);
  std::vector<std::size_t> next(lanes, 0);
  std::vector<bool> may_grow(lanes, true);
  std::vector<long> steps(lanes, 0);
  const auto choose_step = [&](std::size_t i) {
    const double target = times[next[i]];
    alone[i].set_wish(std::max(alone[i].wish(), integrate::smallest_step(t[i], target)));
    const double fitted = integrate::fit_step(std::min(alone[i].wish(), longest), t[i], target);
    landing[i] = fitted == target - t[i] ? target : t[i] + fitted;
    h[i] = landing[i] - t[i];
  };
  for (std::size_t i = 0; i < lanes; ++i) {
    alone[i].set_wish(0.1 + 0.1 * static_cast<double>(i));
    choose_step(i);
    block.at(rows.wish, i) = alone[i].wish();
    block.at(rows.h, i) = h[i];
    block.at(rows.landing, i) = landing[i];
  }

  long taken = 0, rejected = 0, arrived = 0;
  for (int round = 0; round < 100; ++round) {
    for (std::size_t i = 0; i < lanes; ++i) {
      block.at(rows.target, i) = times[next[i]];
      block.at(rows.next_target, i) = times[std::min(next[i] + 1, times.size() - 1)];
      // no error at all is possible, too
      block.at(rows.error, i) = round % 10 == 7 ? 0 : std::pow(10, exponent(random));
    }
    const std::vector<double> before = block.numbers;
    block.control();
    for (std::size_t i = 0; i < lanes; ++i) {
      const double error = before[rows.error * lanes + i], remark = block.at(rows.remark, i);
      if (error <= 1) {
        alone[i].accept(h[i], error, may_grow[i]);
        t[i] = landing[i];
        ++steps[i];
        const bool arrives = t[i] == times[next[i]];
        REQUIRE(remark == (arrives ? LaneRemark::arrived : LaneRemark::taken));
        if (arrives) next[i] = std::min(next[i] + 1, times.size() - 1);
        ++(arrives ? arrived : taken);
      } else {
        alone[i].reject(h[i], error);
        REQUIRE(remark == LaneRemark::rejected);
        ++rejected;
      }
      may_grow[i] = error <= 1;
      choose_step(i);
      REQUIRE(block.at(rows.t_begin, i) == t[i]);
      REQUIRE(block.at(rows.h, i) == h[i]);
      REQUIRE(block.at(rows.landing, i) == landing[i]);
      REQUIRE(block.at(rows.wish, i) == alone[i].wish());
      REQUIRE(block.at(rows.root_before, i) == alone[i].root_before());
      REQUIRE(block.at(rows.h_before, i) == alone[i].h_before());
      REQUIRE(block.at(rows.steps, i) == static_cast<double>(steps[i]));
    }
  }
  CHECK(taken > 50);
  CHECK(rejected > 5);
  CHECK(arrived > 15);
}

TEST_CASE("a motion leaves its lane where numbers end, rows come near dependence or steps vanish") {
  const LaneFunctions functions = functions_of(spring, {});
  const LaneRows& rows = functions.rows;
  const double inf = std::numeric_limits<double>::infinity();

  Block block = on_its_way(functions);
  block.at(rows.error, 0) = std::nan("");
  block.at(rows.error, 1) = inf;
  block.at(rows.worst, 2) = 2 * integrate::largest_condition;
  block.control();
  for (std::size_t lane = 0; lane < 3; ++lane)
    CHECK(block.at(rows.remark, lane) == LaneRemark::failed);
  CHECK(block.at(rows.remark, 3) == LaneRemark::taken);
  CHECK(block.at(rows.t_begin, 0) == 1);
  CHECK(block.at(rows.t_begin, 3) == 1.1);

  // the ratio of singular values falls to less than 0.3 of what it was: its fourth power is the
  // condition
  block.numbers = on_its_way(functions).numbers;
  block.at(rows.worst, 0) = 1 / std::pow(0.31, 4);
  block.at(rows.worst, 1) = 1 / std::pow(0.29, 4);
  block.at(rows.worst, 2) = std::nan("");
  block.control();
  CHECK(block.at(rows.remark, 0) == LaneRemark::taken);
  CHECK(block.at(rows.remark, 1) == LaneRemark::failed);
  CHECK(block.at(rows.remark, 2) == LaneRemark::failed);

  // a step of 20 units in the last place of t = 1 that must become shorter
  block.numbers = on_its_way(functions).numbers;
  const double tiny = 20 * std::numeric_limits<double>::epsilon();
  block.set(rows.h, tiny);
  block.set(rows.landing, 1 + tiny);
  block.set(rows.error, 100);
  block.at(rows.error, 1) = 0.5;
  block.control();
  CHECK(block.at(rows.remark, 0) == LaneRemark::failed);
  CHECK(block.at(rows.remark, 1) == LaneRemark::taken);
}

TEST_CASE("the control of lanes remembers the worst that the audit of states has seen") {
  const LaneFunctions functions = functions_of(spring, {});
  const LaneRows& rows = functions.rows;
  Block block = on_its_way(functions);
  block.set(rows.energy_at_start, 2);
  block.set(rows.residual, 1e-15);
  block.set(rows.energy_deviation, 1e-12);
  block.at(rows.residual_here, 0) = 3e-15;
  block.at(rows.energy_here, 0) = 2;
  block.at(rows.residual_here, 1) = 0;
  block.at(rows.energy_here, 1) = 1.75;
  block.control();
  CHECK(block.at(rows.residual, 0) == 3e-15);
  CHECK(block.at(rows.energy_deviation, 0) == 1e-12);
  CHECK(block.at(rows.residual, 1) == 1e-15);
  CHECK(block.at(rows.energy_deviation, 1) == 0.25);
}

TEST_CASE("a correction moves the lanes that wait, until they are on their constraints") {
  const char* const bead =
      "coordinates x y\nlagrangian 1/2*(x'^2 + y'^2)\nconstraint circle: x^2 + y^2 = 1\n";
  // of the size of what is corrected: a correction of many tolerances would be more than the error
  // of a step
  const LaneFunctions functions = functions_of(bead, {0}, 1e-6);
  const LaneRows& rows = functions.rows;
  Block block(functions);
  // near (0.6, 0.8) along (0.8, −0.6): off by 1e-5, by 1e-10, not at all; and far off where nothing
  // is waited for
  const double off[] = {1e-5, 1e-10, 0, 0.1};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    block.at(rows.q, lane) = 0.6 * (1 + off[lane]);
    block.at(rows.q + 1, lane) = 0.8 * (1 + off[lane]);
    block.at(rows.v, lane) = 0.8 + off[lane];
    block.at(rows.v + 1, lane) = -0.6;
    block.at(rows.waits, lane) = lane == 3 ? 0 : 1;
  }
  for (std::size_t i = 0; i < 4; ++i) block.set(rows.size + i, 1);
  block.set(rows.v_before, 1);
  const std::vector<double> before = block.numbers;
  block.call(*functions.projection, rows.t);
  const auto miss = [&](std::size_t lane) {
    const double x = block.at(rows.q, lane), y = block.at(rows.q + 1, lane);
    return std::fabs(x * x + y * y - 1);
  };
  const auto slip = [&](std::size_t lane) {
    const double x = block.at(rows.q, lane), y = block.at(rows.q + 1, lane);
    return std::fabs(x * block.at(rows.v, lane) + y * block.at(rows.v + 1, lane));
  };
  // what is left is the square of the correction: the first lane has to go on
  CHECK(block.at(rows.waits, 0) == 1);
  CHECK(miss(0) == Approx(1e-10).epsilon(0.01));
  CHECK(block.at(rows.waits, 1) == 0);
  CHECK(miss(1) < 1e-15);
  CHECK(slip(1) < 1e-15);
  CHECK(block.at(rows.waits, 2) == 0);
  for (std::size_t row = rows.t; row < rows.waits; ++row) {
    CHECK(block.at(row, 2) == before[row * lanes + 2]);
    CHECK(block.at(row, 3) == before[row * lanes + 3]);
  }
  const double done = block.at(rows.q, 1);
  block.call(*functions.projection, rows.t);
  CHECK(block.at(rows.waits, 0) == 0);
  CHECK(miss(0) < 1e-15);
  CHECK(slip(0) < 1e-15);
  CHECK(block.at(rows.q, 1) == done);

  // where the gradient vanishes nothing is moved, and the lane goes on waiting
  block.set(rows.waits, 1);
  block.at(rows.q, 0) = block.at(rows.q + 1, 0) = 0;
  block.call(*functions.projection, rows.t);
  CHECK(block.at(rows.waits, 0) == 1);
  CHECK(block.at(rows.q, 0) == 0);
  CHECK(block.at(rows.waits, 1) == 0);
}
