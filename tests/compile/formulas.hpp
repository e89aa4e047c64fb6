#pragma once
/// Random formulas with a fixed seed, and comparisons by the bit, for the tests of this layer.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "compile/evaluator.hpp"
#include "compile/fuse.hpp"
#include "compile/tape.hpp"
#include "compile/x86/batches.hpp"
#include "symbol/evaluate.hpp"
#include "symbol/graph.hpp"

namespace alembert {

struct Formulas {
  Graph graph;
  std::vector<NodeId> inputs;
  std::vector<NodeId> outputs;
};

/// Every operation except `power`, whose unrolled form rounds differently.
inline std::vector<Op> exact_operations() {
  std::vector<Op> ops;
  for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::choose); ++op)
    if (static_cast<Op>(op) != Op::power) ops.push_back(static_cast<Op>(op));
  return ops;
}

inline NodeId make_random(Graph& graph, Op op, const std::vector<NodeId>& operands,
                          std::mt19937& random) {
  const auto pick = [&] {
    // recent nodes more often than old ones, as in formulas that people write
    std::uniform_real_distribution<double> uniform(0, 1);
    const double age = uniform(random) * uniform(random);
    return operands[operands.size() - 1 - static_cast<std::size_t>(age * operands.size())];
  };
  const int count = operand_count(op);
  const NodeId a = pick();
  const NodeId b = count >= 2 ? pick() : no_node;
  const NodeId c = count >= 3 ? pick() : no_node;
  return graph.make(op, a, b, c);
}

/// Formulas of `operations` applied to four symbols, a few numbers and each other.
inline Formulas random_formulas(unsigned seed, const std::vector<Op>& operations, int size) {
  std::mt19937 random(seed);
  Formulas formulas;
  for (const char* name : {"x", "y", "u", "t"})
    formulas.inputs.push_back(formulas.graph.symbol(name, Kind::coordinate));
  std::vector<NodeId> nodes = formulas.inputs;
  for (const double number : {0.5, 2.0, 3.25}) nodes.push_back(formulas.graph.constant(number));
  for (int i = 0; i < size; ++i) {
    const Op op = operations[random() % operations.size()];
    nodes.push_back(make_random(formulas.graph, op, nodes, random));
  }
  for (int i = 0; i < 5; ++i) formulas.outputs.push_back(nodes[random() % nodes.size()]);
  formulas.outputs.push_back(nodes.back());
  return formulas;
}

/// Numbers for the inputs, one in eight of them unusual.
inline std::vector<double> random_numbers(std::size_t count, std::mt19937& random) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double unusual[] = {
      0.0,    -0.0,     1e300,     -1e-300,
      -1e300, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
  std::uniform_real_distribution<double> usual(-3, 3);
  std::vector<double> numbers(count);
  for (double& number : numbers)
    number = random() % 8 == 0 ? unusual[random() % std::size(unusual)] : usual(random);
  return numbers;
}

/// The values by symbol/evaluate, node by node.
inline std::vector<double> by_graph(const Formulas& formulas, const std::vector<double>& numbers) {
  Assignment values;
  for (std::size_t i = 0; i < numbers.size(); ++i) values[formulas.inputs[i]] = numbers[i];
  return evaluate(formulas.graph, formulas.outputs, values);
}

/// The values by the definition of a tape, one array element for each value.
inline std::vector<double> by_tape(const Tape& tape, const std::vector<double>& numbers) {
  std::vector<double> value = tape.constants;
  value.insert(value.end(), numbers.begin(), numbers.end());
  for (const auto& [code, operands] : tape.instructions) {
    const double a = value[operands[0]], b = value[operands[1]], c = value[operands[2]];
    if (code == Code::multiply_add) {
      value.push_back(a * b + c);
    } else if (code == Code::multiply_subtract) {
      value.push_back(a * b - c);
    } else if (code == Code::subtract_multiply) {
      value.push_back(c - a * b);
    } else {
      value.push_back(apply(op_of(code), a, b, c));
    }
  }
  std::vector<double> results;
  for (const ValueId output : tape.outputs) results.push_back(value[output]);
  return results;
}

/// What the machine must give, to the bit: the tape value by value, products rounded with their
/// sums, sines and cosines by their batch.
inline std::vector<double> by_machine(const Tape& source, const std::vector<double>& numbers) {
  const Tape tape = fuse_products(source, FactorOrder::as_ready);
  std::vector<double> value = tape.constants;
  value.insert(value.end(), numbers.begin(), numbers.end());
  for (const auto& [code, operands] : tape.instructions) {
    const double a = value[operands[0]], b = value[operands[1]], c = value[operands[2]];
    double sine = 0, cosine = 0;
    if (code == Code::sin || code == Code::cos) x86::sines_and_cosines(1, &a, &sine, &cosine);
    value.push_back(code == Code::multiply_add        ? std::fma(a, b, c)
                    : code == Code::multiply_subtract ? std::fma(a, b, -c)
                    : code == Code::subtract_multiply ? std::fma(-a, b, c)
                    : code == Code::sin               ? sine
                    : code == Code::cos               ? cosine
                                                      : apply(op_of(code), a, b, c));
  }
  std::vector<double> results;
  for (const ValueId output : tape.outputs) results.push_back(value[output]);
  return results;
}

/// Equal by the bit; any NaN equals any other.
inline bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

/// Each lane alone, by `evaluate`.
inline std::vector<double> lane_by_lane(const Evaluator& evaluator, std::size_t lanes,
                                        const std::vector<double>& inputs) {
  std::vector<double> outputs(evaluator.output_count() * lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::vector<double> own(evaluator.input_count());
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = inputs[i * lanes + lane];
    const std::vector<double> results = evaluate(evaluator, own);
    for (std::size_t k = 0; k < results.size(); ++k) outputs[k * lanes + lane] = results[k];
  }
  return outputs;
}

/// Each operand is a value made before.
inline bool is_in_order(const Tape& tape) {
  for (std::size_t i = 0; i < tape.instructions.size(); ++i)
    for (int k = 0; k < operand_count(tape.instructions[i].code); ++k)
      if (tape.instructions[i].operands[k] >= tape.first_result() + i) return false;
  return true;
}

}  // namespace alembert
