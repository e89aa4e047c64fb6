#include "symbol/collect_terms.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "formulas.hpp"

using namespace alembert;

namespace {

/// Formulas of three symbols, by operators.
struct Letters {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate),
               t = graph.symbol("t", Kind::coordinate);

  NodeId add(NodeId a, NodeId b) { return graph.make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return graph.make(Op::subtract, a, b); }
  NodeId times(double factor, NodeId a) {
    return graph.make(Op::multiply, graph.constant(factor), a);
  }
  NodeId product(NodeId a, NodeId b) { return graph.make(Op::multiply, a, b); }
  NodeId collected(NodeId formula) { return collect_terms(graph, {formula}).front(); }
};

}  // namespace

TEST_CASE("like terms are added up, and those that cancel are gone") {
  Letters f;
  const NodeId x = f.x, y = f.y, t = f.t;
  CHECK(f.collected(f.subtract(f.subtract(f.times(2, x), f.times(3, y)), f.times(2, x))) ==
        f.times(-3, y));
  CHECK(f.collected(f.subtract(f.add(x, y), f.add(y, x))) == f.graph.zero());
  CHECK(f.collected(f.add(f.add(x, f.product(y, t)), f.times(4, f.product(y, t)))) ==
        f.add(x, f.times(5, f.product(y, t))));
  // numbers are like terms of each other
  CHECK(f.collected(f.subtract(f.add(x, f.graph.constant(3)), f.graph.constant(3))) == x);
}

TEST_CASE("terms with the same factor are added before they are multiplied") {
  Letters f;
  const NodeId x = f.x, y = f.y;
  const NodeId four_x = f.times(4, x), four_y = f.times(4, y);
  CHECK(f.collected(f.add(f.add(f.add(four_x, four_y), four_x), four_y)) ==
        f.times(8, f.add(x, y)));
  // and what is the same but for a factor is shared
  const NodeId half = f.add(f.times(0.5, x), f.times(-0.5, y)),
               thrice = f.subtract(f.times(3, y), f.times(3, x));
  const std::vector<NodeId> both = collect_terms(f.graph, {half, thrice});
  CHECK(both == std::vector<NodeId>{f.times(0.5, f.subtract(x, y)), f.times(-3, f.subtract(x, y))});
}

TEST_CASE("factors leave products, squares and quotients on their way out") {
  Letters f;
  const NodeId two_x = f.times(2, f.x), length = f.add(f.times(4, f.x), f.times(4, f.y));
  const NodeId quotient = f.graph.make(Op::divide, f.graph.one(), length);
  CHECK(f.collected(f.product(two_x, quotient)) ==
        f.times(0.5, f.product(f.x, f.graph.make(Op::divide, f.graph.one(), f.add(f.x, f.y)))));
  CHECK(f.collected(f.graph.make(Op::power, two_x, f.graph.constant(2))) ==
        f.times(4, f.graph.make(Op::power, f.x, f.graph.constant(2))));
  // 1/3 is not a number of the machine: the 3 stays below
  const NodeId third = f.graph.make(Op::divide, f.x, f.times(3, f.y));
  CHECK(f.collected(third) == third);
}

TEST_CASE("factors whose products are out of range stay where they are") {
  Letters f;
  const NodeId far = f.times(1e-200, f.add(f.x, f.times(1e-200, f.add(f.y, f.times(1e300, f.t)))));
  const std::vector<NodeId> nodes =
      collect_terms(f.graph, {far, f.times(1e200, f.times(1e-300, far))});
  GraphValues before(f.graph, {1.25L, 0.5L, 0, 2}), after(f.graph, {1.25L, 0.5L, 0, 2});
  CHECK(double(after(nodes[0]).number) == Approx(double(before(far).number)).epsilon(1e-14));
  // 1e-200 (1.25 + 1e-200 · 2e300)
  CHECK(double(after(nodes[0]).number) == Approx(2e-100).epsilon(1e-14));
}

TEST_CASE("collected formulas have the values of the formulas") {
  RandomFormulas random(7);
  const auto size = [](Real a) { return std::fabs(a); };
  std::size_t fewer = 0, more = 0;
  for (int round = 0; round < 300; ++round) {
    Graph graph;
    std::vector<NodeId> pool = make_symbols(graph);
    for (const double number : {2.0, -1.0, 0.5, 3.0, -0.1}) pool.push_back(graph.constant(number));
    // sums and products share their parts, as those of an elimination do
    for (int k = 0; k < 40; ++k) {
      const auto pick = [&] { return pool[random.below(pool.size())]; };
      constexpr std::array ops{Op::add,      Op::subtract, Op::add, Op::subtract,
                               Op::multiply, Op::negate,   Op::sin};
      const Op op = ops[random.below(ops.size())];
      pool.push_back(graph.make(op, pick(), operand_count(op) == 2 ? pick() : no_node));
    }
    const std::vector<NodeId> formulas(pool.end() - 5, pool.end());
    const auto count = [&](const std::vector<NodeId>& of) {
      const std::vector<NodeId> nodes = reachable(graph, of);
      return std::count_if(nodes.begin(), nodes.end(),
                           [&](NodeId node) { return operand_count(graph.op(node)) > 0; });
    };
    const auto operations = count(formulas);
    const std::vector<NodeId> collected = collect_terms(graph, formulas);
    const auto now = count(collected);
    fewer += now < operations;
    more += now > operations;
    const Point point = random.point();
    GraphValues values(graph, point);
    Real largest = 1;
    for (const NodeId node : reachable(graph, formulas))
      largest = std::max(largest, size(values(node).number));
    // forty operations with numbers of that size, rounded where factors are multiplied
    for (std::size_t k = 0; k < formulas.size(); ++k)
      CHECK(size(values(collected[k]).number - values(formulas[k]).number) <=
            40 * 2.3e-16L * largest);
  }
  CHECK(fewer > 10 * more);
}
