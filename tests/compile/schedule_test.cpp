#include "compile/schedule.hpp"

#include <catch2/catch.hpp>

#include "compile/formulas.hpp"

using namespace alembert;

namespace {

/// How often the code changes along the tape.
std::size_t changes(const Tape& tape) {
  std::size_t result = 0;
  for (std::size_t i = 1; i < tape.instructions.size(); ++i)
    result += tape.instructions[i].code != tape.instructions[i - 1].code;
  return result;
}

}  // namespace

TEST_CASE("the order of independent steps changes no result") {
  std::mt19937 random(4);
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Formulas formulas = random_formulas(seed, exact_operations(), 60);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const std::vector<double> numbers = random_numbers(4, random);
    for (const std::size_t window : {1, 2, 7, 1000}) {
      const Tape grouped = group_by_code(tape, window);
      REQUIRE(is_in_order(grouped));
      REQUIRE(grouped.instructions.size() == tape.instructions.size());
      REQUIRE(same(by_tape(grouped, numbers), by_tape(tape, numbers)));
    }
  }
}

TEST_CASE("a window of one keeps the order, a wide one brings equal steps together") {
  Graph graph;
  std::vector<NodeId> inputs, outputs;
  for (int i = 0; i < 100; ++i) {
    inputs.push_back(graph.symbol(std::to_string(i), Kind::coordinate));
    const NodeId cosine = graph.make(Op::cos, graph.make(Op::sin, inputs.back()));
    outputs.push_back(graph.make(Op::exp, cosine));
  }
  const Tape tape = record(graph, outputs, inputs);
  CHECK(changes(tape) == 299);
  CHECK(changes(group_by_code(tape, 1)) == 299);
  CHECK(changes(group_by_code(tape, 30)) < 40);
  CHECK(changes(group_by_code(tape, 1000)) == 2);
}
