#include "compile/tape.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace alembert {

namespace {

/// x^(± (whole + ½ if half))
struct UnrolledPower {
  int whole;
  bool half;
  bool reciprocal;
};

bool is_unrolled_exponent(double exponent) {
  const double twice = 2 * std::fabs(exponent);
  return twice == std::floor(twice) && twice > 0 && twice <= 2 * largest_unrolled_power;
}

inline bool is_unrolled(const Graph& graph, NodeId node) {
  return graph.op(node) == Op::power && graph.is_constant(graph.b(node)) &&
         is_unrolled_exponent(graph.value(graph.b(node)));
}

UnrolledPower unrolled(double exponent) {
  const double size = std::fabs(exponent);
  return {static_cast<int>(size), size != std::floor(size), exponent < 0};
}

/// The operands that become operands of instructions: an unrolled exponent does not.
int recorded_operand_count(const Graph& graph, NodeId node) {
  return is_unrolled(graph, node) ? 1 : operand_count(graph.op(node));
}

NodeId operand(const Graph& graph, NodeId node, int index) {
  return index == 0 ? graph.a(node) : index == 1 ? graph.b(node) : graph.c(node);
}

/// The nodes that the outputs need in depth-first order: operands before the nodes that use them.
std::vector<NodeId> depth_first(const Graph& graph, const std::vector<NodeId>& outputs) {
  struct Visit {
    NodeId node;
    int next_operand, operands;
  };
  std::vector<char> seen(graph.size(), 0);
  std::vector<Visit> path;
  std::vector<NodeId> order;
  const auto meet = [&](NodeId node) {
    if (seen[node] != 0) return;
    seen[node] = 1;
    const int operands = recorded_operand_count(graph, node);
    if (operands == 0)
      order.push_back(node);
    else
      path.push_back({node, 0, operands});
  };
  for (const NodeId output : outputs) {
    meet(output);
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.next_operand == visit.operands) {
        order.push_back(visit.node);
        path.pop_back();
      } else {
        meet(operand(graph, visit.node, visit.next_operand++));
      }
    }
  }
  return order;
}

class Recorder {
 public:
  explicit Recorder(const Graph& graph) : graph_(graph), value_of_(graph.size(), no_value) {}

  Tape record(const std::vector<NodeId>& outputs, const std::vector<NodeId>& inputs,
              const std::vector<NodeId>& waypoints) {
    const std::vector<NodeId> order = depth_first(graph_, outputs);
    record_constants(order);
    record_inputs(inputs);
    tape_.instructions.reserve(order.size());
    for (const NodeId node : order) {
      if (value_of_[node] != no_value) continue;
      if (graph_.is_symbol(node))
        throw std::logic_error("compile: '" + graph_.name(node) + "' is not among the inputs");
      value_of_[node] = is_unrolled(graph_, node) ? record_power(node) : record_operation(node);
    }
    for (const NodeId output : outputs) tape_.outputs.push_back(value_of_[output]);
    for (const NodeId waypoint : waypoints)
      if (value_of_[waypoint] != no_value) tape_.waypoints.push_back(value_of_[waypoint]);
    return std::move(tape_);
  }

 private:
  void record_constants(const std::vector<NodeId>& order) {
    for (const NodeId node : order) {
      if (graph_.is_constant(node)) record_constant(node);
      if (is_unrolled(graph_, node) && graph_.value(graph_.b(node)) < 0)
        record_constant(graph_.one());
    }
  }

  void record_constant(NodeId node) {
    if (value_of_[node] != no_value) return;
    value_of_[node] = static_cast<ValueId>(tape_.constants.size());
    tape_.constants.push_back(graph_.value(node));
  }

  void record_inputs(const std::vector<NodeId>& inputs) {
    tape_.input_count = inputs.size();
    ValueId value = tape_.first_input();
    for (const NodeId input : inputs) {
      if (!graph_.is_symbol(input)) throw std::logic_error("compile: an input is not a symbol");
      if (value_of_[input] != no_value)
        throw std::logic_error("compile: '" + graph_.name(input) + "' is an input twice");
      value_of_[input] = value++;
    }
  }

  ValueId record_operation(NodeId node) {
    const Op op = graph_.op(node);
    if (op == Op::sqrt) return root(value_of_[graph_.a(node)]);
    std::array<ValueId, 3> operands{};
    for (int i = 0; i < operand_count(op); ++i) operands[i] = value_of_[operand(graph_, node, i)];
    return append(code_of(op), operands);
  }

  ValueId record_power(NodeId node) {
    const ValueId base = value_of_[graph_.a(node)];
    const auto [whole, half, reciprocal] = unrolled(graph_.value(graph_.b(node)));
    ValueId result = whole > 0 ? whole_power(base, whole) : root(base);
    if (whole > 0 && half) result = append(Code::multiply, {result, root(base)});
    if (reciprocal) result = append(Code::divide, {value_of_[graph_.one()], result});
    return result;
  }

  /// base^exponent, exponent >= 1; x² is shared by x³ and x⁴.
  ValueId whole_power(ValueId base, int exponent) {
    if (exponent == 1) return base;
    if (const auto known = powers_.find(key(base, exponent)); known != powers_.end())
      return known->second;
    const bool even = exponent % 2 == 0;
    const ValueId a = whole_power(base, even ? exponent / 2 : exponent - 1);
    const ValueId result = append(Code::multiply, {a, even ? a : base});
    return powers_[key(base, exponent)] = result;
  }

  ValueId root(ValueId base) {
    const auto [place, is_new] = powers_.try_emplace(key(base, 0), no_value);
    if (is_new) place->second = append(Code::sqrt, {base});
    return place->second;
  }

  static std::uint64_t key(ValueId base, int exponent) {
    return std::uint64_t{base} << 32 | static_cast<std::uint32_t>(exponent);
  }

  ValueId append(Code code, std::array<ValueId, 3> operands) {
    tape_.instructions.push_back({code, operands});
    return static_cast<ValueId>(tape_.value_count() - 1);
  }

  const Graph& graph_;
  std::vector<ValueId> value_of_;  ///< by node
  std::unordered_map<std::uint64_t, ValueId>
      powers_;  ///< by base and whole exponent, 0 for the root
  Tape tape_;
};

}  // namespace

Tape record(const Graph& graph, const std::vector<NodeId>& outputs,
            const std::vector<NodeId>& inputs, const std::vector<NodeId>& waypoints) {
  return Recorder(graph).record(outputs, inputs, waypoints);
}

std::vector<std::uint32_t> count_uses(const Tape& tape) {
  std::vector<std::uint32_t> uses(tape.value_count(), 0);
  for (const Instruction& instruction : tape.instructions)
    for (int i = 0; i < operand_count(instruction.code); ++i) ++uses[instruction.operands[i]];
  for (const ValueId output : tape.outputs) ++uses[output];
  return uses;
}

}  // namespace alembert
