#include "compile/x86/machine_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "compile/formulas.hpp"
#include "compile/x86/executable.hpp"
#include "compile/x86/machine_code.hpp"
#include "compile/x86/registers.hpp"

using namespace alembert;

namespace {

/// Sums Σ_j w_j k_j of as many components as there are k in a row, with every k an input.
struct Sums {
  Graph graph;
  std::vector<NodeId> inputs, outputs, side_by_side;

  Sums(std::size_t components, std::size_t terms) : outputs(components, graph.zero()) {
    for (std::size_t j = 0; j < terms; ++j) {
      const NodeId weight = graph.constant(1 / (3.0 + static_cast<double>(j)));
      for (std::size_t c = 0; c < components; ++c) {
        const std::string name = "k" + std::to_string(j) + "_" + std::to_string(c);
        inputs.push_back(graph.symbol(name, Kind::coordinate));
        outputs[c] =
            graph.make(Op::add, outputs[c], graph.make(Op::multiply, weight, inputs.back()));
        side_by_side.push_back(outputs[c]);
      }
    }
  }

  Tape tape(const std::vector<NodeId>& waypoints) const {
    return fuse_products(record(graph, outputs, inputs, waypoints));
  }
};

std::size_t loads(const Tape& tape) {
  const x86::MachineProgram program =
      x86::allocate_registers(tape, x86::order_for_machine(tape, x86::OrderRule::later_first));
  return static_cast<std::size_t>(
      std::count_if(program.instructions.begin(), program.instructions.end(),
                    [](const x86::MachineInstruction& i) { return i.op == x86::MachineOp::load; }));
}

}  // namespace

TEST_CASE("sums side by side load each of their weights once") {
  const Sums sums(8, 30);
  CHECK(loads(sums.tape(sums.side_by_side)) == 30);
  // one after the other, those weights that find no register are loaded for each sum
  CHECK(loads(sums.tape({})) > 30 + 7 * (30 - x86::register_count));
}

TEST_CASE("waypoints come in their order, before all that they do not need") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId a = graph.make(Op::sqrt, x), b = graph.make(Op::abs, y);
  const NodeId c = graph.make(Op::divide, a, b);
  const auto codes = [&](const std::vector<NodeId>& waypoints) {
    const Tape tape = record(graph, {c, a, b}, {x, y}, waypoints);
    std::vector<Code> result;
    for (const x86::MachineStep step :
         x86::order_for_machine(tape, x86::OrderRule::later_first).steps)
      result.push_back(tape.instructions[step.index].code);
    return result;
  };
  CHECK(codes({}) == std::vector<Code>{Code::sqrt, Code::abs, Code::divide});
  CHECK(codes({b, a}) == std::vector<Code>{Code::abs, Code::sqrt, Code::divide});
  // what no output needs is not made
  CHECK(codes({graph.make(Op::negate, x), b}) == codes({b, a}));
}

TEST_CASE("waypoints change no bit of machine code") {
  if (!x86::runs_machine_code()) return;
  std::mt19937 random(23);
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Formulas formulas = random_formulas(
        seed, {Op::add, Op::subtract, Op::multiply, Op::divide, Op::sin, Op::max, Op::power},
        5 + seed % 200);
    std::vector<NodeId> waypoints;
    for (NodeId node = 0; node < formulas.graph.size(); node += 3) waypoints.push_back(node);
    std::shuffle(waypoints.begin(), waypoints.end(), random);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs, waypoints);
    const std::vector<double> numbers = random_numbers(4, random);
    CAPTURE(seed);
    REQUIRE(same(evaluate(x86::MachineCode(tape), numbers), by_machine(tape, numbers)));
  }
}
