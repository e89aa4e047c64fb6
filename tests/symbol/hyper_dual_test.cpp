#include "symbol/hyper_dual.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/differentiate.hpp"
#include "symbol/evaluate.hpp"
#include "symbol/small_parser.hpp"
#include "symbol/smooth_functions.hpp"

using namespace alembert;

namespace {

// two formulas' worth of roundings, of operations that each keep all but the last digits
constexpr double rounding = 1e-13;

struct Pair {
  double x = 0, y = 0;
};

// D_u D_w f by hyper-dual numbers
HyperDual mixed(const Graph& graph, NodeId f, const Pair& at, const Pair& u, const Pair& w) {
  std::unordered_map<NodeId, HyperDual> known;
  for (const NodeId node : reachable(graph, {f})) {
    if (graph.is_constant(node)) {
      known[node] = moving(graph.value(node), 0, 0);
    } else if (graph.is_symbol(node)) {
      known[node] = graph.name(node) == "x" ? moving(at.x, u.x, w.x) : moving(at.y, u.y, w.y);
    } else {
      const auto operand = [&](NodeId id) { return id == no_node ? HyperDual{} : known[id]; };
      known[node] = apply(graph.op(node), operand(graph.a(node)), operand(graph.b(node)),
                          operand(graph.c(node)));
    }
  }
  return known[f];
}

}  // namespace

TEST_CASE("hyper-dual numbers have the mixed derivatives of the differentiated formulas") {
  RandomFormulas random(7);
  for (const Function& function : smooth_functions) {
    Graph graph;
    const std::vector<NodeId> symbols = make_symbols(graph);
    const NodeId x = symbols[0], y = symbols[1], f = parse(graph, function.formula);
    INFO(function.formula);
    for (int trial = 0; trial < 20; ++trial) {
      const auto anywhere = [&](Real from, Real to) {
        return static_cast<double>(random.uniform(double(from), double(to)));
      };
      const Pair at{anywhere(function.from, function.to), anywhere(function.from, function.to)};
      const Pair u{anywhere(-1, 1), anywhere(-1, 1)}, w{anywhere(-1, 1), anywhere(-1, 1)};
      const auto along = [&](NodeId g, const Pair& by) {
        return derivative_along(graph, {g}, {{x, graph.constant(by.x)}, {y, graph.constant(by.y)}})
            .front();
      };
      const NodeId by_u = along(f, u), by_w = along(f, w), by_both = along(by_u, w);
      const std::vector<double> expected =
          evaluate(graph, {f, by_u, by_w, by_both}, {{x, at.x}, {y, at.y}});
      const auto& [part, size] = mixed(graph, f, at, u, w);
      CHECK(part.value == expected[0]);
      CHECK(std::fabs(part.u - expected[1]) <= rounding * size.u);
      CHECK(std::fabs(part.w - expected[2]) <= rounding * size.w);
      CHECK(std::fabs(part.uw - expected[3]) <= rounding * size.uw);
      CHECK(size.uw >= std::fabs(part.uw) * (1 - rounding));
    }
  }
}

TEST_CASE("a mixed derivative changes with the units of its directions, and its digits do not") {
  for (const Function& function : smooth_functions) {
    Graph graph;
    make_symbols(graph);
    const NodeId f = parse(graph, function.formula);
    INFO(function.formula);
    const auto between = [&](double part) {
      return static_cast<double>(function.from) +
             part * static_cast<double>(function.to - function.from);
    };
    const Pair at{between(0.3), between(0.6)}, u{0.7, -0.4}, w{0.2, 1.1};
    const Pair long_u{0x1p40 * u.x, 0x1p40 * u.y}, short_w{0x1p-60 * w.x, 0x1p-60 * w.y};
    CHECK(mixed(graph, f, at, long_u, short_w).part.uw ==
          0x1p-20 * mixed(graph, f, at, u, w).part.uw);
  }
}

TEST_CASE("what stands still is not differentiated, also at the pole of a derivative") {
  Graph graph;
  make_symbols(graph);
  const HyperDual root = mixed(graph, parse(graph, "sqrt(x) + y^2"), {0, 1}, {0, 1}, {0, 1});
  CHECK(root.part.uw == 2);
  const HyperDual power = mixed(graph, parse(graph, "x^2*y"), {0, 3}, {1, 0}, {1, 0});
  CHECK(power.part.uw == 6);
}
