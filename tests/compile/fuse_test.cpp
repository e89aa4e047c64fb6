#include "compile/fuse.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "compile/formulas.hpp"

using namespace alembert;

namespace {

std::vector<Code> codes(const Tape& tape) {
  std::vector<Code> result;
  for (const Instruction& instruction : tape.instructions) result.push_back(instruction.code);
  return result;
}

}  // namespace

TEST_CASE("taking products into sums changes no bit") {
  const std::vector<Op> arithmetic{Op::add, Op::subtract, Op::multiply, Op::sin, Op::negate};
  std::mt19937 random(3);
  std::size_t before = 0, after = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Formulas formulas = random_formulas(seed, arithmetic, 60);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const Tape fused = fuse_products(tape);
    const std::vector<double> numbers = random_numbers(4, random);
    REQUIRE(is_in_order(fused));
    REQUIRE(same(by_tape(fused, numbers), by_tape(tape, numbers)));
    before += tape.instructions.size();
    after += fused.instructions.size();
  }
  CHECK(after < before);
}

TEST_CASE("products in another order are the same to the bit where nothing is rounded") {
  // whole numbers, halves and quarters are not rounded as long as they are small, whatever is
  // multiplied first
  std::mt19937 random(5);
  int compared = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Formulas formulas = random_formulas(seed, {Op::subtract, Op::multiply, Op::negate}, 15);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const Tape fused = fuse_products(tape, FactorOrder::as_ready);
    std::vector<double> numbers = random_numbers(4, random);
    for (double& x : numbers) x = std::remainder(std::round(x), 4);
    REQUIRE(is_in_order(fused));
    const std::vector<double> expected = by_tape(tape, numbers);
    if (!std::ranges::all_of(expected, [](double x) { return std::fabs(x) < 1e6; })) continue;
    ++compared;
    REQUIRE(same(by_tape(fused, numbers), expected));
  }
  CHECK(compared > 800);
}

TEST_CASE(
    "the factor that is waited for longest is multiplied last, and its product joins the sum") {
  // (2 (sin(x) y)) − z w, written with the slow factor in the innermost product
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId z = graph.symbol("z", Kind::coordinate), w = graph.symbol("w", Kind::coordinate);
  const NodeId product = graph.make(Op::multiply, graph.constant(2),
                                    graph.make(Op::multiply, graph.make(Op::sin, x), y));
  const NodeId difference = graph.make(Op::subtract, product, graph.make(Op::multiply, z, w));
  const Tape fused =
      fuse_products(record(graph, {difference}, {x, y, z, w}), FactorOrder::as_ready);
  REQUIRE(fused.instructions.size() == 4);
  const Instruction& last = fused.instructions.back();
  CHECK(last.code == Code::multiply_subtract);
  // one of its factors is the sine itself
  const auto code_of = [&](ValueId value) {
    return fused.instructions.at(value - fused.first_result()).code;
  };
  CHECK((code_of(last.operands[0]) == Code::sin || code_of(last.operands[1]) == Code::sin));
  CHECK(by_tape(fused, {0.5, 3, 4, 5})[0] == Approx(6 * std::sin(0.5) - 20).epsilon(1e-15));
}

TEST_CASE("products that follow each other share their first factors") {
  // y_i + w h k_i, the last sum of a step of Runge and Kutta's: w h once, and one instruction for
  // each sum
  Graph graph;
  const NodeId h = graph.symbol("h", Kind::time), w = graph.constant(0.25);
  std::vector<NodeId> inputs{h}, sums;
  for (const char* name : {"a", "b", "c"}) {
    const NodeId k = graph.make(Op::sin, graph.symbol(name, Kind::coordinate));
    const NodeId y = graph.symbol(std::string("y") + name, Kind::coordinate);
    inputs.insert(inputs.end(), {graph.a(k), y});
    sums.push_back(
        graph.make(Op::add, y, graph.make(Op::multiply, w, graph.make(Op::multiply, h, k))));
  }
  const Tape fused = fuse_products(record(graph, sums, inputs), FactorOrder::as_ready);
  CHECK(std::ranges::count(fused.instructions, Code::multiply, &Instruction::code) == 1);
  CHECK(std::ranges::count(fused.instructions, Code::multiply_add, &Instruction::code) == 3);
}

TEST_CASE("a sum of squares is one product and one fused step") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId sum =
      graph.make(Op::add, graph.make(Op::multiply, x, x), graph.make(Op::multiply, y, y));
  const Tape fused = fuse_products(record(graph, {sum}, {x, y}));
  CHECK(codes(fused) == std::vector<Code>{Code::multiply, Code::multiply_add});
  CHECK(by_tape(fused, {3, 4}) == std::vector<double>{25});
}

TEST_CASE("products join differences on either side") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId z = graph.symbol("z", Kind::coordinate);
  const NodeId product = graph.make(Op::multiply, x, y);
  const Tape left = fuse_products(record(graph, {graph.make(Op::subtract, product, z)}, {x, y, z}));
  CHECK(codes(left) == std::vector<Code>{Code::multiply_subtract});
  CHECK(by_tape(left, {3, 4, 5}) == std::vector<double>{7});
  const Tape right =
      fuse_products(record(graph, {graph.make(Op::subtract, z, product)}, {x, y, z}));
  CHECK(codes(right) == std::vector<Code>{Code::subtract_multiply});
  CHECK(by_tape(right, {3, 4, 5}) == std::vector<double>{-7});
}

TEST_CASE("a product that is used twice or is an output stays") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const NodeId product = graph.make(Op::multiply, x, y);
  const NodeId sum = graph.make(Op::add, product, x);
  CHECK(fuse_products(record(graph, {sum, product}, {x, y})).instructions.size() == 2);
  const NodeId other = graph.make(Op::subtract, product, y);
  CHECK(fuse_products(record(graph, {sum, other}, {x, y})).instructions.size() == 3);
}
