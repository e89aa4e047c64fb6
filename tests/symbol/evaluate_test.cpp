#include "symbol/evaluate.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/formulas.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

TEST_CASE("a formula evaluates to its value by an independent definition") {
  RandomFormulas random(1);
  int checked = 0;
  for (int i = 0; i < 5000; ++i) {
    Graph graph;
    const std::vector<NodeId> symbols = make_symbols(graph);
    const NodeId f = make_tree(graph, random.tame(1 + static_cast<int>(random.below(5))));
    Point point;
    Assignment values;
    for (std::size_t s = 0; s < symbols.size(); ++s)
      point[s] = values[symbols[s]] = random.uniform(-1.5, 1.5);
    const Real expected = value_of(graph, f, point).number;
    if (std::fabs(expected) > 1e4) continue;
    ++checked;
    // double against long double: up to some hundred operations of moderate size
    CHECK(std::fabs(evaluate(graph, {f}, values).front() - expected) <=
          1e-9L * (1 + std::fabs(expected)));
  }
  CHECK(checked > 4500);
}

TEST_CASE("several formulas are evaluated together, numbers and symbols among them") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::parameter);
  const std::vector<NodeId> formulas{parse(graph, "x^2 + 1"), x, graph.constant(7),
                                     parse(graph, "x^2 + 1")};
  CHECK(evaluate(graph, formulas, {{x, 3}}) == std::vector<double>{10, 3, 7, 10});
  CHECK(evaluate(graph, {}, {{x, 3}}).empty());
}

TEST_CASE("a symbol without a number counts as undefined") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::parameter);
  graph.symbol("y", Kind::parameter);
  CHECK(std::isnan(evaluate(graph, {parse(graph, "x + y")}, {{x, 1}}).front()));
  CHECK(evaluate(graph, {parse(graph, "if(x < 2, x, y)")}, {{x, 1}}).front() == 1);
}

TEST_CASE("a formula a million levels deep is evaluated") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId f = x;
  for (int i = 0; i < 1000000; ++i) f = graph.make(Op::cos, f);
  // iterating cos ends at its fixed point, Dottie's number
  CHECK(evaluate(graph, {f}, {{x, 1}}).front() == Approx(0.7390851332151607).epsilon(1e-15));
}
