#include "symbol/switching_times.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "symbol/expr.hpp"

using namespace alembert;

namespace {

using std::numbers::pi;

/// A graph with time, a parameter and a coordinate.
struct World {
  Graph graph;
  NodeId time = graph.symbol("t", Kind::time), parameter = graph.symbol("p", Kind::parameter);
  Expr t{graph, time}, p{graph, parameter}, x{graph, graph.symbol("x", Kind::coordinate)};

  World() { graph.set_rate(time, graph.one()); }

  std::vector<SwitchingTime> switches(const Expr& formula, double from, double until,
                                      double value = 2) {
    SwitchingTimes times(graph, {formula.node()}, {{parameter, value}}, from, until);
    std::vector<SwitchingTime> found;
    for (auto next = times.next(from); next; next = times.next(next->after)) found.push_back(*next);
    return found;
  }
};

void check_times(const std::vector<SwitchingTime>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].before < expected[i]);
    CHECK(found[i].after > expected[i]);
    CHECK(found[i].after - found[i].before < 1e-14 * std::max(1.0, expected[i]));
  }
}

}  // namespace

TEST_CASE("a pulse switches on and off where it says") {
  World w;
  const Expr pulse = choose(w.t < 5.0, 0.0, choose(w.t < 6.0, w.p, 0.0));
  check_times(w.switches(pulse, 0, 10), {5, 6});
  // only those after the start and before the end
  check_times(w.switches(pulse, 5.5, 10), {6});
  check_times(w.switches(pulse, 0, 5.5), {5});
  CHECK(w.switches(pulse, 6, 10).empty());
}

TEST_CASE("formulas of time that are not linear switch where they change their sign") {
  World w;
  check_times(w.switches(sign(w.t * w.t - w.p), -3, 3), {-std::sqrt(2.0), std::sqrt(2.0)});
  check_times(w.switches(abs(w.t - pi), 0, 10), {pi});
  check_times(w.switches(min(w.t, 3 - w.t), 0, 10), {1.5});
  check_times(w.switches(max(exp(w.t), 10.0), 0, 10), {std::log(10)});
  // it touches, and does not cross
  CHECK(w.switches(choose(0.0 <= square(w.t - 1), 1.0, 0.0), 0, 10).empty());
  // of a formula that jumps itself, with a slope of one sign
  check_times(w.switches(sign(choose(w.t < 3.0, w.t, w.t - 10)), -1, 20), {0, 3, 10});
}

TEST_CASE("no narrow window of a periodic condition is overlooked") {
  World w;
  const double half = std::acos(0.9999) / 100;
  std::vector<double> expected;
  for (int k = 0; k < 15; ++k)
    for (const double side : {-half, half}) expected.push_back((pi / 2 + 2 * pi * k) / 100 + side);
  const auto found = w.switches(choose(0.9999 < sin(100 * w.t), 1.0, 0.0), 0, 0.94);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i].after == Approx(expected[i]).epsilon(1e-11));
}

TEST_CASE("what depends on the state, or on nothing, has no instant of its own") {
  World w;
  CHECK(w.switches(choose(w.x < w.t, 1.0, 0.0), 0, 10).empty());
  CHECK(w.switches(abs(w.p) + w.t, 0, 10).empty());
  CHECK_FALSE(any_switches_in_time(w.graph, {abs(w.x).node(), max(w.p, 1.0).node()}));
  CHECK(any_switches_in_time(w.graph, {(w.x * abs(w.t)).node()}));
}

TEST_CASE("conditions that change together are passed together") {
  World w;
  const Expr both =
      choose(w.t < 1.0, 0.0, 1.0) + choose(w.t <= 1.0, 0.0, 1.0) + choose(3 * w.t < 3.0, 0.0, 1.0);
  check_times(w.switches(both, 0, 10), {1});
}

TEST_CASE("a condition that is zero all over but for rounding is given up in finite time") {
  World w;
  const Expr one = square(sin(w.t)) + square(cos(w.t));
  SwitchingTimes times(w.graph, {(one < 1.0).node()}, {}, 0, 1000);
  const auto first = times.next(0);
  CHECK((!first || first->after > 0));
}
