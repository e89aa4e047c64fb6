#include "compile/x86/loops.hpp"

#include <catch2/catch.hpp>

#include "compile/formulas.hpp"
#include "compile/x86/executable.hpp"
#include "compile/x86/machine_code.hpp"

using namespace alembert;

namespace {

/// A tape that grows instruction by instruction.
struct Draft {
  Tape tape;

  Draft(std::vector<double> constants, std::size_t inputs)
      : tape{std::move(constants), inputs, {}, {}} {}
  ValueId input(std::size_t i) const { return tape.first_input() + static_cast<ValueId>(i); }
  ValueId add(Code code, ValueId a, ValueId b = 0) {
    tape.instructions.push_back({code, {a, operand_count(code) > 1 ? b : 0, 0}});
    return static_cast<ValueId>(tape.value_count() - 1);
  }
};

std::vector<x86::Loop> loops_of(const Tape& tape) {
  const Tape fused = fuse_products(tape);
  return x86::find_loops(fused, x86::order_for_machine(fused, x86::OrderRule::later_first));
}

/// Pivots of a chain from one end to the other, and a sweep back over them, as a program by hand
/// has them.
Tape elimination(std::size_t links) {
  Draft draft({1.0}, 2 * links);
  std::vector<ValueId> pivots;
  for (std::size_t k = 0; k < links; ++k) {
    ValueId diagonal = draft.input(2 * k);
    if (k > 0) {
      const ValueId beside = draft.input(2 * k + 1);
      const ValueId l = draft.add(Code::divide, beside, pivots.back());
      diagonal = draft.add(Code::subtract, diagonal, draft.add(Code::multiply, l, beside));
    }
    pivots.push_back(draft.add(Code::add, diagonal, 0));
  }
  ValueId x = pivots.back();
  for (std::size_t k = links; k-- > 0;) {
    x = draft.add(Code::divide, draft.add(Code::subtract, draft.input(2 * k), x), pivots[k]);
    draft.tape.outputs.push_back(x);
  }
  return draft.tape;
}

/// Sweeps over the links of a chain with random bodies: operands from the same link, from those
/// before, from sweeps before, forwards and backwards, from inputs that move on or do not, sines
/// and cosines of inputs.
Tape random_sweeps(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t count) { return random() % count; };
  constexpr Code codes[] = {Code::add, Code::subtract, Code::multiply, Code::multiply,
                            Code::add, Code::divide,   Code::max,      Code::negate};
  const std::size_t links = 10 + below(40);
  Draft draft({0.5, 2.0, 1.25}, 4 * links);
  std::vector<ValueId> sines, cosines;
  if (below(2) == 0)
    for (std::size_t k = 0; k < links; ++k) {
      sines.push_back(draft.add(Code::sin, draft.input(4 * k)));
      cosines.push_back(draft.add(Code::cos, draft.input(4 * k)));
    }
  std::vector<std::vector<std::vector<ValueId>>> sweeps;  // by sweep, link and place
  for (std::size_t sweep = 0; sweep < 1 + below(4); ++sweep) {
    const std::size_t places = 1 + below(12);
    struct Choice {
      std::size_t kind, a, b;
    };
    std::vector<Code> body;
    std::vector<std::array<Choice, 2>> choices;
    std::vector<std::size_t> outputs;
    for (std::size_t place = 0; place < places; ++place) {
      body.push_back(codes[below(std::size(codes))]);
      choices.push_back(
          {Choice{below(10), below(100), below(100)}, {below(10), below(100), below(100)}});
      if (below(4) == 0) outputs.push_back(place);
    }
    sweeps.emplace_back();
    for (std::size_t k = 0; k < links; ++k) {
      std::vector<std::vector<ValueId>>& done = sweeps.back();
      done.emplace_back();
      for (std::size_t place = 0; place < places; ++place) {
        const auto operand = [&](const Choice& choice) -> ValueId {
          const auto [kind, a, b] = choice;
          if (kind == 0) return static_cast<ValueId>(a % 3);
          if (kind == 1) return draft.input(a % (4 * links));
          if (kind <= 3 && place > 0) return done[k][a % place];
          if (kind <= 5 && k > b % 3) return done[k - 1 - b % 3][a % places];
          if (kind == 6 && sweep > 0) {
            const auto& other = sweeps[a % sweep];
            return other[b % 2 == 0 ? k : links - 1 - k][b % other[0].size()];
          }
          if (kind >= 8 && !sines.empty())
            return (kind == 8 ? sines : cosines)[a % 2 == 0 ? k : links - 1 - k];
          return draft.input(a % 2 == 0 ? 2 * k + b % 8 % (2 * links) : 4 * links - 1 - k);
        };
        const ValueId first = operand(choices[place][0]);
        done[k].push_back(draft.add(body[place], first, operand(choices[place][1])));
      }
      for (const std::size_t place : outputs) draft.tape.outputs.push_back(done[k][place]);
    }
    draft.tape.outputs.push_back(sweeps.back().back().back());
  }
  draft.tape.outputs.push_back(draft.input(1));
  return draft.tape;
}

std::vector<double> in_four_lanes(const x86::MachineCode& code, const std::vector<double>& inputs) {
  // marks behind the ends show whether something that does not exist is written
  const std::size_t outputs = 4 * code.output_count(), size = code.workspace_size(4);
  std::vector<double> results(outputs + 1, -77.0), workspace(size + 1, -77.0);
  code.evaluate_lanes(4, inputs.data(), results.data(), workspace.data());
  REQUIRE(results.back() == -77.0);
  REQUIRE(workspace.back() == -77.0);
  results.pop_back();
  return results;
}

}  // namespace

TEST_CASE("two sweeps over a chain are two loops, the second one backwards through the first") {
  constexpr std::uint32_t links = 100;
  const std::vector<x86::Loop> loops = loops_of(elimination(links));
  REQUIRE(loops.size() == 2);
  // divide, subtract the product, add 1; subtract, divide
  CHECK(loops[0].period == 3);
  CHECK(loops[1].period == 2);
  // all links but some at the ends
  for (const x86::Loop& loop : loops) CHECK(loop.count > links - 10);
  bool goes_back = false;
  for (const auto& operands : loops[1].operands)
    for (const x86::LoopOperand& operand : operands)
      goes_back |= operand.from == x86::LoopOperand::From::results && operand.stride == -1;
  CHECK(goes_back);
}

TEST_CASE("turns of a chain are loops that take their sines and cosines from one batch of calls") {
  constexpr std::size_t links = 100;
  Draft draft({1.0}, links);
  ValueId x = 0, y = 0;
  for (std::size_t k = 0; k < links; ++k) {
    const ValueId c = draft.add(Code::cos, draft.input(k)),
                  s = draft.add(Code::sin, draft.input(k));
    const ValueId turned =
        draft.add(Code::subtract, draft.add(Code::multiply, c, x), draft.add(Code::divide, s, y));
    y = draft.add(Code::add, draft.add(Code::multiply, s, x), draft.add(Code::multiply, c, y));
    x = turned;
    draft.tape.outputs.push_back(draft.add(Code::multiply, x, y));
  }
  const std::vector<x86::Loop> loops = loops_of(draft.tape);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].count > links - 10);
  bool takes_calls = false;
  for (const auto& operands : loops[0].operands)
    for (const x86::LoopOperand& operand : operands)
      takes_calls |= operand.from == x86::LoopOperand::From::calls && operand.stride == 2;
  CHECK(takes_calls);
}

TEST_CASE("what does not repeat itself evenly is no loop") {
  // operands that move by 1, 2, 3, …
  Draft draft({1.0}, 2000);
  ValueId sum = 0;
  for (std::size_t k = 0; k < 60; ++k)
    sum =
        draft.add(Code::divide, draft.add(Code::subtract, sum, draft.input(k * (k + 1) / 2)), sum);
  draft.tape.outputs = {sum};
  CHECK(loops_of(draft.tape).empty());
}

TEST_CASE("random sweeps over chains give the values of their definition, to the last bit") {
  if (!x86::runs_machine_code()) return;
  std::mt19937 random(31);
  std::size_t with_loops = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Tape tape = random_sweeps(seed);
    CAPTURE(seed);
    with_loops += !loops_of(tape).empty();
    const x86::MachineCode code(tape, 0);
    const std::vector<double> lanes = random_numbers(4 * tape.input_count, random);
    std::vector<double> first;
    for (std::size_t i = 0; i < tape.input_count; ++i) first.push_back(lanes[4 * i]);
    REQUIRE(same(evaluate(code, first), by_machine(tape, first)));
    REQUIRE(same(in_four_lanes(code, lanes), lane_by_lane(code, 4, lanes)));
  }
  // the test is about these
  CHECK(with_loops > 1000);
}

TEST_CASE("the code of a long chain does not grow with its links") {
  if (!x86::runs_machine_code()) return;
  const x86::MachineCode shorter(elimination(3000)), longer(elimination(30000));
  CHECK(longer.code_size() < shorter.code_size() + 64);
  CHECK(longer.code_size() < 4096);
}
