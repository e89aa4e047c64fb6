#include "compile/interpreter.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "formulas.hpp"

using namespace alembert;

namespace {

const std::vector<double> edge_values{0.0,
                                      -0.0,
                                      0.5,
                                      -0.5,
                                      1,
                                      -1,
                                      2,
                                      -3.7,
                                      1e-310,
                                      1e8,
                                      -1e22,
                                      1e300,
                                      std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN()};

std::unique_ptr<Evaluator> interpret(const Formulas& formulas) {
  return compile(formulas.graph, formulas.outputs, formulas.inputs,
                 {.backend = Backend::interpreter});
}

/// One operation applied to the inputs x, y, z.
std::unique_ptr<Evaluator> single(Op op) {
  Graph graph;
  const std::vector<NodeId> inputs{graph.symbol("x", Kind::coordinate),
                                   graph.symbol("y", Kind::coordinate),
                                   graph.symbol("z", Kind::coordinate)};
  const int count = operand_count(op);
  const NodeId node =
      graph.make(op, inputs[0], count >= 2 ? inputs[1] : no_node, count >= 3 ? inputs[2] : no_node);
  return compile(graph, {node}, inputs, {.backend = Backend::interpreter});
}

/// The interpreter against a function of a, b and c at all edge values.
template <class Function>
void check_everywhere(Op op, Function expected) {
  const auto evaluator = single(op);
  CAPTURE(name_of(op));
  for (const double a : edge_values)
    for (const double b : edge_values) {
      CAPTURE(a, b);
      REQUIRE(same(evaluate(*evaluator, {a, b, 7}).front(), expected(a, b, 7)));
    }
}

}  // namespace

TEST_CASE("every operation is the function of the standard library, at its kinks too") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  check_everywhere(Op::add, [](double a, double b, double) { return a + b; });
  check_everywhere(Op::subtract, [](double a, double b, double) { return a - b; });
  check_everywhere(Op::multiply, [](double a, double b, double) { return a * b; });
  check_everywhere(Op::divide, [](double a, double b, double) { return a / b; });
  check_everywhere(Op::negate, [](double a, double, double) { return -a; });
  check_everywhere(Op::power, [](double a, double b, double) { return std::pow(a, b); });
  check_everywhere(Op::sin, [](double a, double, double) { return std::sin(a); });
  check_everywhere(Op::cos, [](double a, double, double) { return std::cos(a); });
  check_everywhere(Op::tan, [](double a, double, double) { return std::tan(a); });
  check_everywhere(Op::asin, [](double a, double, double) { return std::asin(a); });
  check_everywhere(Op::acos, [](double a, double, double) { return std::acos(a); });
  check_everywhere(Op::atan, [](double a, double, double) { return std::atan(a); });
  check_everywhere(Op::sinh, [](double a, double, double) { return std::sinh(a); });
  check_everywhere(Op::cosh, [](double a, double, double) { return std::cosh(a); });
  check_everywhere(Op::tanh, [](double a, double, double) { return std::tanh(a); });
  check_everywhere(Op::exp, [](double a, double, double) { return std::exp(a); });
  check_everywhere(Op::log, [](double a, double, double) { return std::log(a); });
  check_everywhere(Op::sqrt, [](double a, double, double) { return std::sqrt(a); });
  check_everywhere(Op::abs, [](double a, double, double) { return std::fabs(a); });
  check_everywhere(Op::sign, [](double a, double, double) {
    return a == 0 || std::isnan(a) ? a : std::copysign(1.0, a);
  });
  check_everywhere(Op::atan2, [](double a, double b, double) { return std::atan2(a, b); });
  check_everywhere(Op::min, [nan](double a, double b, double) {
    return std::isunordered(a, b) ? nan : std::min(a, b);
  });
  check_everywhere(Op::max, [nan](double a, double b, double) {
    return std::isunordered(a, b) ? nan : std::max(a, b);
  });
  check_everywhere(Op::hypot, [](double a, double b, double) { return std::hypot(a, b); });
  check_everywhere(Op::less, [](double a, double b, double) { return double(a < b); });
  check_everywhere(Op::less_equal, [](double a, double b, double) { return double(a <= b); });
  check_everywhere(Op::choose, [](double a, double b, double c) { return a == 0 ? c : b; });
}

TEST_CASE("every operation gives in lanes what `apply` gives, at edge values") {
  for (int index = static_cast<int>(Op::add); index <= static_cast<int>(Op::choose); ++index) {
    const Op op = static_cast<Op>(index);
    CAPTURE(name_of(op));
    const auto evaluator = single(op);
    // all pairs of edge values as lanes of one call
    const std::size_t edges = edge_values.size(), lanes = edges * edges;
    std::vector<double> inputs(3 * lanes, 7.0), outputs(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      inputs[lane] = edge_values[lane / edges];
      inputs[lanes + lane] = edge_values[lane % edges];
    }
    std::vector<double> workspace(evaluator->workspace_size(lanes));
    evaluator->evaluate_lanes(lanes, inputs.data(), outputs.data(), workspace.data());
    for (std::size_t lane = 0; lane < lanes; ++lane)
      REQUIRE(same(outputs[lane], apply(op, inputs[lane], inputs[lanes + lane], 7)));
  }
}

TEST_CASE("thousands of random formulas have the values of their graphs, to the last bit") {
  std::mt19937 random(6);
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Formulas formulas = random_formulas(seed, exact_operations(), 5 + seed % 150);
    const auto evaluator = interpret(formulas);
    for (int i = 0; i < 4; ++i) {
      const std::vector<double> numbers = random_numbers(4, random);
      REQUIRE(same(evaluate(*evaluator, numbers), by_graph(formulas, numbers)));
    }
  }
}

TEST_CASE("random formulas with powers agree with their graphs to rounding") {
  // positive quantities without differences: no rounding error can grow much
  std::mt19937 random(7);
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Formulas formulas;
    Graph& graph = formulas.graph;
    for (const char* name : {"x", "y", "u", "t"})
      formulas.inputs.push_back(graph.symbol(name, Kind::coordinate));
    std::vector<NodeId> nodes = formulas.inputs;
    const double exponents[] = {2, 3, 4, -1, -2, 0.5, -0.5, 1.5, -1.5, 0.3};
    for (int i = 0; i < 30; ++i) {
      // a/(a + b) keeps every quantity between 0 and 1 before its power is taken
      const NodeId a = nodes[random() % nodes.size()], b = nodes[random() % nodes.size()];
      const NodeId share = graph.make(Op::divide, a, graph.make(Op::add, a, b));
      const NodeId exponent = graph.constant(exponents[random() % std::size(exponents)]);
      nodes.push_back(graph.make(Op::power, graph.make(Op::add, share, graph.one()), exponent));
    }
    formulas.outputs = nodes;
    const auto evaluator = interpret(formulas);
    std::uniform_real_distribution<double> number(0.5, 2);
    const std::vector<double> numbers{number(random), number(random), number(random),
                                      number(random)};
    const std::vector<double> results = evaluate(*evaluator, numbers);
    const std::vector<double> expected = by_graph(formulas, numbers);
    for (std::size_t k = 0; k < results.size(); ++k)
      REQUIRE(std::fabs(results[k] / expected[k] - 1) < 1e-13);
  }
}

TEST_CASE("each of 1 to 9 lanes has the bits that it has alone") {
  std::mt19937 random(8);
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Formulas formulas = random_formulas(seed, exact_operations(), 80);
    const auto evaluator = interpret(formulas);
    for (std::size_t lanes = 1; lanes <= 9; ++lanes) {
      const std::vector<double> inputs = random_numbers(4 * lanes, random);
      // marks behind the ends show whether a lane that does not exist is written
      const std::size_t outputs = evaluator->output_count() * lanes;
      const std::size_t size = evaluator->workspace_size(lanes);
      std::vector<double> results(outputs + 1, -77.0), workspace(size + 1, -77.0);
      evaluator->evaluate_lanes(lanes, inputs.data(), results.data(), workspace.data());
      REQUIRE(results.back() == -77.0);
      REQUIRE(workspace.back() == -77.0);
      results.pop_back();
      REQUIRE(same(results, lane_by_lane(*evaluator, lanes, inputs)));
    }
  }
}

TEST_CASE("many lanes are as good as few") {
  std::mt19937 random(9);
  const Formulas formulas = random_formulas(11, exact_operations(), 300);
  const auto evaluator = interpret(formulas);
  for (const std::size_t lanes : {16, 21, 28, 100, 1003}) {
    const std::vector<double> inputs = random_numbers(4 * lanes, random);
    std::vector<double> results(evaluator->output_count() * lanes);
    std::vector<double> workspace(evaluator->workspace_size(lanes));
    evaluator->evaluate_lanes(lanes, inputs.data(), results.data(), workspace.data());
    CHECK(same(results, lane_by_lane(*evaluator, lanes, inputs)));
  }
  CHECK(evaluator->workspace_size(1'000'000) == evaluator->workspace_size(8));
}

TEST_CASE("a long chain of operations needs a small workspace") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId sum = x;
  for (int i = 0; i < 50'000; ++i) sum = graph.make(Op::add, graph.make(Op::sin, sum), x);
  const auto evaluator = compile(graph, {sum}, {x}, {.backend = Backend::interpreter});
  CHECK(evaluator->workspace_size(1) <= 4);
}

TEST_CASE("threads with their own workspaces share one evaluator") {
  const Formulas formulas = random_formulas(12, exact_operations(), 400);
  const auto evaluator = interpret(formulas);
  bool agree[2] = {true, true};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> results(evaluator->output_count());
    std::vector<double> workspace(evaluator->workspace_size(1));
    for (int i = 0; i < 500; ++i) {
      const std::vector<double> numbers = random_numbers(4, random);
      evaluator->evaluate(numbers.data(), results.data(), workspace.data());
      agree[seed] = agree[seed] && same(results, by_graph(formulas, numbers));
    }
  };
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  CHECK(agree[0]);
  CHECK(agree[1]);
}

TEST_CASE("what a workspace held before does not matter") {
  const Formulas formulas = random_formulas(13, exact_operations(), 100);
  const auto evaluator = interpret(formulas);
  std::mt19937 random(10);
  const std::vector<double> numbers = random_numbers(4, random);
  std::vector<double> clean(evaluator->output_count()), dirty(evaluator->output_count());
  std::vector<double> zeros(evaluator->workspace_size(1), 0.0);
  std::vector<double> noise(evaluator->workspace_size(1), NAN);
  evaluator->evaluate(numbers.data(), clean.data(), zeros.data());
  evaluator->evaluate(numbers.data(), dirty.data(), noise.data());
  CHECK(same(clean, dirty));
}

TEST_CASE("a formula a million operations deep compiles in seconds") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  const NodeId half = graph.constant(0.5);
  // the map v -> ½ sin v + x, half a million times
  NodeId node = x;
  double expected = 0.3;
  while (graph.size() < 1'500'000) {
    node = graph.make(Op::add, graph.make(Op::multiply, half, graph.make(Op::sin, node)), x);
    expected = 0.5 * std::sin(expected) + 0.3;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto evaluator = compile(graph, {node}, {x}, {.backend = Backend::interpreter});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK(seconds.count() < 10);
  CHECK(evaluate(*evaluator, {0.3}).front() == expected);
}
