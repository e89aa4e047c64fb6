#include "compile/solve/rolled_systems.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "compile/formulas.hpp"

using namespace alembert;

namespace {

/// A matrix of formulas of x that has a solution for every x, one early unknown in three being
/// late.
struct Problem {
  Graph graph;
  NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  std::size_t size;
  std::vector<SymmetricEntry> entries;
  EliminationOrder order;

  Problem(std::size_t count, unsigned seed) : size(count) {
    std::mt19937 random(seed);
    for (std::uint32_t i = 0; i < size; ++i)
      for (std::uint32_t j = 0; j <= i; ++j) {
        if (i != j && random() % 3 == 0) continue;
        const double number = static_cast<double>(random() % 100) / 100;
        const double shift = i != j ? 0 : 3 * i < 2 * size ? 2.0 * size : -2.0 * size;
        entries.push_back({i, j, formula(number, shift)});
      }
    order = elimination_order(graph, size, entries, (2 * size + 2) / 3);
  }
  NodeId formula(double number, double shift) {
    const NodeId angle = graph.make(Op::multiply, graph.constant(1 + number), x);
    return graph.make(Op::add, graph.constant(shift), graph.make(Op::sin, angle));
  }
  std::vector<NodeId> right_side() {
    std::vector<NodeId> result;
    for (std::size_t i = 0; i < size; ++i)
      result.push_back(graph.make(Op::add, formula(0.1 * static_cast<double>(i), 0), y));
    return result;
  }
  /// A solution, another one that begins from its square, and the pivots.
  template <class Factors>
  std::vector<NodeId> outputs(const Factors& factors) {
    const std::vector<NodeId> first = factors.solve(right_side());
    std::vector<NodeId> squares;
    for (const NodeId node : first) squares.push_back(graph.make(Op::multiply, node, node));
    std::vector<NodeId> result = factors.solve(squares);
    result.insert(result.end(), first.begin(), first.end());
    for (const NodeId reciprocal : factors.reciprocals())
      result.push_back(graph.make(Op::add, reciprocal, y));
    return result;
  }
};

}  // namespace

TEST_CASE("systems in loops have the solutions of unrolled factors") {
  for (const std::size_t size : {1, 2, 7, 20}) {
    Problem problem(size, 21);
    const UnrolledFactors unrolled(problem.graph, problem.order, problem.entries);
    RolledSystems systems(problem.graph);
    const RolledFactors rolled(systems, problem.order, problem.entries);
    const std::vector<NodeId> inputs{problem.x, problem.y};
    const auto expected = compile(problem.graph, problem.outputs(unrolled), inputs);
    const auto found = compile(problem.graph, problem.outputs(rolled), inputs, systems);
    REQUIRE(found->output_count() == 3 * size);
    for (const double x : {-1.3, 0.2, 4.0}) {
      const std::vector<double> a = evaluate(*expected, {x, 0.7}), b = evaluate(*found, {x, 0.7});
      for (std::size_t i = 0; i < a.size(); ++i) CHECK(b[i] == Approx(a[i]).epsilon(1e-13));
    }
  }
}

TEST_CASE("systems in loops have the same bits in any number of lanes") {
  Problem problem(9, 22);
  RolledSystems systems(problem.graph);
  const RolledFactors rolled(systems, problem.order, problem.entries);
  const auto found =
      compile(problem.graph, problem.outputs(rolled), {problem.x, problem.y}, systems);
  for (const std::size_t lanes : {3, 4}) {
    std::vector<double> inputs(2 * lanes), outputs(found->output_count() * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      inputs[lane] = 0.3 * static_cast<double>(lane);
      inputs[lanes + lane] = 1 - static_cast<double>(lane);
    }
    std::vector<double> workspace(found->workspace_size(lanes));
    found->evaluate_lanes(lanes, inputs.data(), outputs.data(), workspace.data());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::vector<double> alone = evaluate(*found, {inputs[lane], inputs[lanes + lane]});
      for (std::size_t i = 0; i < alone.size(); ++i) CHECK(outputs[i * lanes + lane] == alone[i]);
    }
  }
}

TEST_CASE("what is asked for twice is solved once, and what nobody asks for is not solved") {
  Problem problem(4, 23);
  RolledSystems systems(problem.graph);
  const RolledFactors rolled(systems, problem.order, problem.entries);
  const std::vector<NodeId> y = problem.right_side();
  CHECK(rolled.solve(y) == rolled.solve(y));
  CHECK(systems.solutions().size() == 1);
  // a symbol that is no input would be found out
  const std::vector<NodeId> other = rolled.solve(
      std::vector<NodeId>(4, problem.graph.symbol("nowhere to be found", Kind::parameter)));
  const auto found = compile(problem.graph, rolled.solve(y), {problem.x, problem.y}, systems);
  CHECK(std::isfinite(evaluate(*found, {1, 2})[0]));
  CHECK_THROWS_WITH(compile(problem.graph, other, {problem.x, problem.y}, systems),
                    Catch::Contains("nowhere to be found"));
}
