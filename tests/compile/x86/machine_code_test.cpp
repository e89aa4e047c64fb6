#include "compile/x86/machine_code.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <numbers>
#include <thread>

#include "compile/formulas.hpp"
#include "compile/x86/batches.hpp"

using namespace alembert;

namespace {

std::vector<Op> all_operations() {
  std::vector<Op> ops = exact_operations();
  ops.push_back(Op::power);
  return ops;
}

double units_in_last_place(double value, long double exact) {
  const double next = std::nextafter(std::fabs(value), std::numeric_limits<double>::infinity());
  return static_cast<double>(std::fabs(value - exact) / (next - std::fabs(value)));
}

}  // namespace

// Each test ends at once where the interpreter serves.

TEST_CASE("machine code gives every random formula its defined value, to the last bit") {
  if (!x86::runs_machine_code()) return;
  std::mt19937 random(21);
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Formulas formulas = random_formulas(seed, all_operations(), 5 + seed % 300);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const x86::MachineCode code(tape);
    for (int i = 0; i < 4; ++i) {
      const std::vector<double> numbers = random_numbers(4, random);
      CAPTURE(seed, i);
      REQUIRE(same(evaluate(code, numbers), by_machine(tape, numbers)));
    }
  }
}

TEST_CASE("machine code agrees with registers to spare and with far too few") {
  if (!x86::runs_machine_code()) return;
  // sums of products in which every value is used again at the very end: hundreds are alive at once
  std::mt19937 random(22);
  for (unsigned seed = 0; seed < 40; ++seed) {
    Formulas formulas =
        random_formulas(seed, {Op::add, Op::subtract, Op::multiply, Op::divide}, 400);
    for (NodeId node = 0; node < formulas.graph.size(); node += 2) formulas.outputs.push_back(node);
    NodeId sum = formulas.graph.zero();
    for (NodeId node = 0; node < formulas.graph.size() && node < 300; ++node)
      sum = formulas.graph.make(Op::add, sum, formulas.graph.make(Op::multiply, node, node / 2));
    formulas.outputs.push_back(sum);
    const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
    const std::vector<double> numbers = random_numbers(4, random);
    CAPTURE(seed);
    REQUIRE(same(evaluate(x86::MachineCode(tape), numbers), by_machine(tape, numbers)));
  }
}

TEST_CASE("every operation is its definition at edge values, alone and in lanes") {
  if (!x86::runs_machine_code()) return;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> edges{0.0,    -0.0, 0.5,   -0.5,  1,        -1,        2,  -3.7,
                                  1e-310, 1e8,  -1e22, 1e300, infinity, -infinity, NAN};
  for (int index = static_cast<int>(Op::add); index <= static_cast<int>(Op::choose); ++index) {
    const Op op = static_cast<Op>(index);
    CAPTURE(name_of(op));
    Graph graph;
    const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate),
                 z = graph.symbol("z", Kind::coordinate);
    const int count = operand_count(op);
    const NodeId node = graph.make(op, x, count >= 2 ? y : no_node, count >= 3 ? z : no_node);
    const Tape tape = record(graph, {node}, {x, y, z});
    const x86::MachineCode code(tape);
    const std::size_t lanes = edges.size() * edges.size();
    std::vector<double> inputs(3 * lanes, 7.0), outputs(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      inputs[lane] = edges[lane / edges.size()];
      inputs[lanes + lane] = edges[lane % edges.size()];
    }
    std::vector<double> workspace(code.workspace_size(lanes));
    code.evaluate_lanes(lanes, inputs.data(), outputs.data(), workspace.data());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::vector<double> numbers{inputs[lane], inputs[lanes + lane], 7};
      CAPTURE(numbers);
      REQUIRE(same(evaluate(code, numbers), by_machine(tape, numbers)));
      REQUIRE(same(outputs[lane], by_machine(tape, numbers).front()));
    }
  }
}

TEST_CASE("in machine code each of 1 to 9 lanes has the bits that it has alone") {
  if (!x86::runs_machine_code()) return;
  std::mt19937 random(23);
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Formulas formulas = random_formulas(seed, all_operations(), 80);
    const x86::MachineCode code(record(formulas.graph, formulas.outputs, formulas.inputs));
    for (std::size_t lanes = 1; lanes <= 9; ++lanes) {
      const std::vector<double> inputs = random_numbers(4 * lanes, random);
      // marks behind the ends show whether something that does not exist is written
      const std::size_t outputs = code.output_count() * lanes, size = code.workspace_size(lanes);
      std::vector<double> results(outputs + 1, -77.0), workspace(size + 1, -77.0);
      code.evaluate_lanes(lanes, inputs.data(), results.data(), workspace.data());
      REQUIRE(results.back() == -77.0);
      REQUIRE(workspace.back() == -77.0);
      results.pop_back();
      REQUIRE(same(results, lane_by_lane(code, lanes, inputs)));
    }
  }
}

TEST_CASE("machine code and interpreter agree to rounding where no rounding error can grow") {
  if (!x86::runs_machine_code()) return;
  std::mt19937 random(24);
  std::uniform_real_distribution<double> number(0.5, 2);
  for (unsigned seed = 0; seed < 300; ++seed) {
    Formulas formulas;
    Graph& graph = formulas.graph;
    for (const char* name : {"x", "y", "u", "t"})
      formulas.inputs.push_back(graph.symbol(name, Kind::coordinate));
    std::vector<NodeId> nodes = formulas.inputs;
    for (int i = 0; i < 40; ++i) {
      // a/(a + b) lies between 0 and 1, and so do the functions taken of it
      const NodeId a = nodes[random() % nodes.size()], b = nodes[random() % nodes.size()];
      const NodeId share = graph.make(Op::divide, a, graph.make(Op::add, a, b));
      const Op functions[] = {Op::sin, Op::cos, Op::exp, Op::sqrt, Op::tanh};
      const NodeId f = graph.make(functions[random() % std::size(functions)], share);
      nodes.push_back(graph.make(Op::add, graph.make(Op::multiply, f, share), graph.one()));
    }
    formulas.outputs = nodes;
    const Tape tape = record(graph, formulas.outputs, formulas.inputs);
    const std::vector<double> numbers{number(random), number(random), number(random),
                                      number(random)};
    const std::vector<double> results = evaluate(x86::MachineCode(tape), numbers);
    const std::vector<double> expected = by_graph(formulas, numbers);
    for (std::size_t k = 0; k < results.size(); ++k)
      REQUIRE(std::fabs(results[k] / expected[k] - 1) < 1e-13);
  }
}

TEST_CASE("sines and cosines err by at most 1.5 units in the last place, for angles of any size") {
  if (!x86::runs_machine_code()) return;
  std::mt19937_64 random(25);
  double worst = 0;
  const auto check = [&](double angle) {
    double sine = 0, cosine = 0;
    x86::sines_and_cosines(1, &angle, &sine, &cosine);
    // 64 bits of precision, 11 more than ours
    const double errors[] = {
        units_in_last_place(sine, std::sin(static_cast<long double>(angle))),
        units_in_last_place(cosine, std::cos(static_cast<long double>(angle)))};
    for (const double error : errors) worst = std::max(worst, error);
    CAPTURE(angle, sine, cosine);
    REQUIRE(worst <= 1.5);
  };
  for (const double size : {1e-9, 0.1, 0.8, 3.0, 100.0, 1e4, 1e6, 1.1e6, 1e9, 1e15}) {
    std::uniform_real_distribution<double> angle(-size, size);
    for (int i = 0; i < 20'000; ++i) check(angle(random));
  }
  // beside the multiples of π/2, where the reduced angle is smallest
  for (int k = 1; k < 600'000; k += 37) {
    const double multiple = k * (std::numbers::pi / 2);
    for (const double angle :
         {std::nextafter(multiple, 0), multiple, std::nextafter(multiple, 2e9)})
      check(angle);
  }
  INFO("largest error " << worst);
  CHECK(worst > 0.5);  // no double is better than half a unit
}

TEST_CASE("pages with code can be run and not be written") {
  if (!x86::runs_machine_code()) return;
  const Formulas formulas = random_formulas(1, exact_operations(), 50);
  const x86::MachineCode code(record(formulas.graph, formulas.outputs, formulas.inputs));
  std::ifstream maps("/proc/self/maps");
  std::string line;
  bool any = false;
  while (std::getline(maps, line)) {
    const std::string rights = line.substr(line.find(' ') + 1, 3);
    CAPTURE(line);
    CHECK_FALSE((rights[1] == 'w' && rights[2] == 'x'));
    any = any || rights[2] == 'x';
  }
  CHECK(any);
}

TEST_CASE("threads share machine code, of one lane and of four") {
  if (!x86::runs_machine_code()) return;
  const Formulas formulas = random_formulas(12, all_operations(), 400);
  const Tape tape = record(formulas.graph, formulas.outputs, formulas.inputs);
  const x86::MachineCode code(tape);
  bool agree[2] = {true, true};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 200; ++i) {
      const std::vector<double> inputs = random_numbers(16, random);
      std::vector<double> results(code.output_count() * 4), workspace(code.workspace_size(4));
      code.evaluate_lanes(4, inputs.data(), results.data(), workspace.data());
      agree[seed] = agree[seed] && same(results, lane_by_lane(code, 4, inputs));
    }
  };
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  CHECK(agree[0]);
  CHECK(agree[1]);
}

TEST_CASE("functions of functions a hundred thousand deep need little scratch memory") {
  if (!x86::runs_machine_code()) return;
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId node = x;
  for (int i = 0; i < 100'000; ++i) node = graph.make(Op::add, graph.make(Op::sin, node), x);
  const x86::MachineCode code(record(graph, {node}, {x}));
  CHECK(code.workspace_size(1) <= 8);
}
