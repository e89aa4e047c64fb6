#include "compile/tape.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "formulas.hpp"

using namespace alembert;

namespace {

/// x^exponent by the tape.
double power_by_tape(double x, double exponent) {
  Graph graph;
  const NodeId symbol = graph.symbol("x", Kind::coordinate);
  const NodeId power = graph.make(Op::power, symbol, graph.constant(exponent));
  return by_tape(record(graph, {power}, {symbol}), {x}).front();
}

int count(const Tape& tape, Code code) {
  int found = 0;
  for (const Instruction& instruction : tape.instructions) found += instruction.code == code;
  return found;
}

}  // namespace

TEST_CASE("a tape means the same as the graph it was recorded from") {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Formulas formulas = random_formulas(seed, exact_operations(), 60);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const std::vector<double> numbers = random_numbers(4, random);
    REQUIRE(is_in_order(tape));
    REQUIRE(same(by_tape(tape, numbers), by_graph(formulas, numbers)));
  }
}

TEST_CASE("a tape holds only what its outputs need, each node once") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId sine = graph.make(Op::sin, x);
  graph.make(Op::exp, y);
  graph.make(Op::multiply, graph.constant(7), y);
  const NodeId sum = graph.make(Op::add, sine, y);
  const Tape tape = record(graph, {sum, sine, sum}, {x, y});
  CHECK(tape.constants.empty());
  CHECK(tape.instructions.size() == 2);
  CHECK(tape.outputs == std::vector<ValueId>{3, 2, 3});
  CHECK(count_uses(tape) == std::vector<std::uint32_t>{1, 1, 2, 2});
}

TEST_CASE("whole and half powers become multiplications, square roots and reciprocals") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(0.3, 3);
  for (double exponent = -20; exponent <= 20; exponent += 0.5) {
    Graph graph;
    const NodeId x = graph.symbol("x", Kind::coordinate);
    const NodeId power = graph.make(Op::power, x, graph.constant(exponent));
    const Tape tape = record(graph, {power}, {x});
    CAPTURE(exponent);
    CHECK(count(tape, Code::power) == (std::fabs(exponent) > largest_unrolled_power));
    CHECK(tape.instructions.size() <= 9);
    for (int i = 0; i < 50; ++i) {
      const double base = number(random), sign = exponent == std::floor(exponent) && i % 2 ? -1 : 1;
      const double expected = std::pow(sign * base, exponent);
      // one rounding for each multiplication by the base
      const double error = std::fabs(by_tape(tape, {sign * base}).front() - expected);
      REQUIRE(error <= 1.2e-16 * (std::fabs(exponent) + 2) * std::fabs(expected));
    }
  }
}

TEST_CASE("powers keep their values at zero, infinity and beyond the real numbers") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(power_by_tape(0, 3) == 0);
  CHECK(power_by_tape(0, 1.5) == 0);
  CHECK(power_by_tape(0, -2) == infinity);
  CHECK(power_by_tape(-0.0, -3) == -infinity);
  CHECK(power_by_tape(0, -1.5) == infinity);
  CHECK(power_by_tape(infinity, 16) == infinity);
  CHECK(power_by_tape(infinity, -2.5) == 0);
  CHECK(power_by_tape(1e200, 2) == infinity);
  CHECK(power_by_tape(1e200, -2) == 0);
  CHECK(std::isnan(power_by_tape(-2, 1.5)));
  CHECK(std::isnan(power_by_tape(-2, 0.3)));
  CHECK(std::isnan(power_by_tape(NAN, -7)));
}

TEST_CASE("powers of one base share their squares and roots") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  std::vector<NodeId> outputs;
  for (const double exponent : {2.0, 3.0, 4.0, 0.5, 1.5, -1.5, 2.5})
    outputs.push_back(graph.make(Op::power, x, graph.constant(exponent)));
  const Tape tape = record(graph, outputs, {x});
  CHECK(count(tape, Code::sqrt) == 1);
  // x², x³, x⁴, and x √x twice, x² √x
  CHECK(count(tape, Code::multiply) == 6);
  CHECK(count(tape, Code::divide) == 1);
  CHECK(tape.constants == std::vector<double>{1});
}

TEST_CASE("a symbol that the outputs need and nobody gives is named") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  const NodeId mass = graph.symbol("mass", Kind::parameter);
  const NodeId product = graph.make(Op::multiply, mass, x);
  CHECK_THROWS_AS(record(graph, {product}, {x}), std::logic_error);
  CHECK_THROWS_WITH(record(graph, {product}, {x}), "compile: 'mass' is not among the inputs");
  CHECK_THROWS_WITH(record(graph, {product}, {x, mass, x}), "compile: 'x' is an input twice");
  CHECK_THROWS_WITH(record(graph, {x}, {x, product}), "compile: an input is not a symbol");
  CHECK_NOTHROW(record(graph, {x}, {x}));
}
