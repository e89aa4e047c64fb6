#include "compile/evaluator.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "formulas.hpp"

using namespace alembert;

TEST_CASE("an evaluator knows how many numbers go in and come out") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const auto evaluator = compile(graph, {graph.make(Op::add, x, y)}, {y, x});
  CHECK(evaluator->input_count() == 2);
  CHECK(evaluator->output_count() == 1);
  CHECK(evaluate(*evaluator, {2, 3}) == std::vector<double>{5});
}

TEST_CASE("an output may be a number, an input, or the same formula again") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId sum = graph.make(Op::add, x, y), g = graph.constant(9.81);
  const auto evaluator = compile(graph, {g, y, sum, sum, x, y, g}, {x, y});
  CHECK(evaluate(*evaluator, {1, 2}) == std::vector<double>{9.81, 2, 3, 3, 1, 2, 9.81});

  // the same in three lanes
  const std::vector<double> inputs{1, 10, 100, 2, 20, 200};
  std::vector<double> outputs(7 * 3), workspace(evaluator->workspace_size(3));
  evaluator->evaluate_lanes(3, inputs.data(), outputs.data(), workspace.data());
  CHECK(outputs == std::vector<double>{9.81, 9.81, 9.81, 2,   20, 200, 3,   30,   300,  3,   30,
                                       300,  1,    10,   100, 2,  20,  200, 9.81, 9.81, 9.81});
}

TEST_CASE("an evaluator may have no outputs or no inputs") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  CHECK(evaluate(*compile(graph, {}, {x}), {1}).empty());
  CHECK(evaluate(*compile(graph, {graph.constant(4)}, {}), {}) == std::vector<double>{4});
}

TEST_CASE("an evaluator outlives its graph") {
  std::unique_ptr<Evaluator> evaluator;
  {
    Graph graph;
    const NodeId x = graph.symbol("x", Kind::coordinate);
    evaluator = compile(graph, {graph.make(Op::multiply, graph.constant(3), x)}, {x});
  }
  CHECK(evaluate(*evaluator, {5}) == std::vector<double>{15});
}

TEST_CASE("a formula of a symbol without a value cannot be compiled") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  const NodeId gravity = graph.symbol("gravity", Kind::parameter);
  const NodeId weight = graph.make(Op::multiply, gravity, x);
  CHECK_THROWS_WITH(compile(graph, {weight}, {x}), Catch::Contains("gravity"));
}

TEST_CASE("1/0 in a formula is infinite where it is evaluated") {
  Graph graph;
  const NodeId quotient = graph.make(Op::divide, graph.one(), graph.zero());
  CHECK(std::isinf(evaluate(*compile(graph, {quotient}, {}), {}).front()));
}
