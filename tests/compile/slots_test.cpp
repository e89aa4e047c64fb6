#include "compile/slots.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "compile/formulas.hpp"
#include "compile/schedule.hpp"

using namespace alembert;

namespace {

/// The slots that are not constants.
std::size_t working_slots(const Tape& tape) {
  return assign_slots(tape).count - tape.constants.size();
}

/// The values by slots, as a back-end uses them.
std::vector<double> by_slots(const Tape& tape, const std::vector<double>& numbers) {
  const Slots slots = assign_slots(tape);
  std::vector<double> memory(slots.count, NAN);
  std::copy(tape.constants.begin(), tape.constants.end(), memory.begin());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (const Slot slot = slots.of_value[tape.first_input() + i]; slot != no_slot)
      memory[slot] = numbers[i];
  for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
    const Instruction& step = tape.instructions[i];
    const auto read = [&](int k) {
      return k < operand_count(step.code) ? memory[slots.of_value[step.operands[k]]] : 0;
    };
    memory[slots.of_value[tape.first_result() + i]] =
        apply(op_of(step.code), read(0), read(1), read(2));
  }
  // constants must have survived
  for (std::size_t i = 0; i < tape.constants.size(); ++i) REQUIRE(memory[i] == tape.constants[i]);
  std::vector<double> results;
  for (const ValueId output : tape.outputs) results.push_back(memory[slots.of_value[output]]);
  return results;
}

}  // namespace

TEST_CASE("values that share a slot do not disturb each other") {
  std::mt19937 random(5);
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Formulas formulas = random_formulas(seed, exact_operations(), 80);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const std::vector<double> numbers = random_numbers(4, random);
    REQUIRE(same(by_slots(tape, numbers), by_tape(tape, numbers)));
  }
}

TEST_CASE("a chain of 100000 operations needs two slots") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId sum = graph.make(Op::sin, x);
  for (int i = 0; i < 50'000; ++i) sum = graph.make(Op::add, graph.make(Op::sin, sum), x);
  const Tape tape = record(graph, {sum}, {x});
  CHECK(tape.instructions.size() == 100'001);
  CHECK(working_slots(tape) == 2);
  CHECK(working_slots(group_by_code(tape, 256)) == 2);
}

TEST_CASE("a balanced tree of sums needs as many slots as it has levels") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  std::vector<NodeId> level;
  for (int i = 1; i <= 1 << 14; ++i)
    level.push_back(graph.make(Op::sin, graph.make(Op::multiply, graph.constant(i + 0.5), x)));
  while (level.size() > 1) {
    for (std::size_t i = 0; i < level.size() / 2; ++i)
      level[i] = graph.make(Op::add, level[2 * i], level[2 * i + 1]);
    level.resize(level.size() / 2);
  }
  const Tape tape = record(graph, level, {x});
  CHECK(working_slots(tape) <= 17);
  // each instruction that waits for its turn keeps a few operands
  const std::size_t window = 256;
  CHECK(working_slots(group_by_code(tape, window)) <= 17 + 3 * window);
}

TEST_CASE("an input that nothing uses has no slot") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const Slots slots = assign_slots(record(graph, {graph.make(Op::sin, y)}, {x, y}));
  CHECK(slots.of_value[0] == no_slot);
  CHECK(slots.count == 1);
}
