#include "compile/machine_order.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compile/batches.hpp"

namespace alembert {

namespace {

class Orderer {
 public:
  Orderer(const Tape& tape, OrderRule rule)
      : tape_(tape), first_result_(tape.first_result()), done_(tape.instructions.size(), false) {
    if (rule == OrderRule::heavier_first) weigh();
  }

  MachineOrder order() {
    for (const std::vector<std::uint32_t>& calls : calls_by_level()) {
      for (const std::uint32_t call : calls)
        for (int k = 0; k < operand_count(instruction(call).code); ++k)
          make(instruction(call).operands[k]);
      add_batches(calls);
    }
    for (const Value waypoint : tape_.waypoints) make(waypoint);
    for (const Value output : tape_.outputs) make(output);
    return std::move(order_);
  }

 private:
  const Instruction& instruction(std::uint32_t index) const { return tape_.instructions[index]; }

  // how many registers the value of each instruction needs at most while it is made, as if nothing were
  // shared (Sethi and Ullman)
  void weigh() {
    weight_.assign(tape_.instructions.size(), 1);
    for (std::uint32_t i = 0; i < weight_.size(); ++i) {
      if (needs_batch(instruction(i).code)) continue;
      std::uint32_t weights[3] = {0, 0, 0};
      const int count = operand_count(instruction(i).code);
      for (int k = 0; k < count; ++k) weights[k] = weight_of(instruction(i).operands[k]);
      // largest first
      if (weights[0] < weights[1]) std::swap(weights[0], weights[1]);
      if (weights[1] < weights[2]) std::swap(weights[1], weights[2]);
      if (weights[0] < weights[1]) std::swap(weights[0], weights[1]);
      for (int k = 0; k < count; ++k)
        weight_[i] = std::max(weight_[i], weights[k] + static_cast<std::uint32_t>(k));
    }
  }

  std::uint32_t weight_of(Value value) const {
    return value < first_result_ ? 0 : weight_[value - first_result_];
  }

  // calls whose arguments need no other call first, then those that need these, and so on
  std::vector<std::vector<std::uint32_t>> calls_by_level() const {
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<std::uint32_t> level(tape_.instructions.size(), 0);
    for (std::uint32_t i = 0; i < level.size(); ++i) {
      for (int k = 0; k < operand_count(instruction(i).code); ++k)
        if (const Value value = instruction(i).operands[k]; value >= first_result_)
          level[i] = std::max(level[i], level[value - first_result_]);
      if (!needs_batch(instruction(i).code)) continue;
      if (levels.size() <= level[i]) levels.resize(level[i] + 1);
      levels[level[i]].push_back(i);
      ++level[i];
    }
    return levels;
  }

  void add_batches(const std::vector<std::uint32_t>& calls) {
    std::map<Code, CallBatch> batches;
    std::map<Value, std::size_t> angles;
    for (const std::uint32_t call : calls) {
      const Code code = instruction(call).code;
      const auto& operands = instruction(call).operands;
      const Value result = first_result_ + call;
      done_[call] = true;
      if (code == Code::sin || code == Code::cos) {
        CallBatch& batch =
            batches.try_emplace(Code::sin, CallBatch{Code::sin, {}, {}, {}, {}}).first->second;
        const auto [angle, is_new] = angles.try_emplace(operands[0], batch.a.size());
        if (is_new) {
          batch.a.push_back(operands[0]);
          batch.results.push_back(no_value);
          batch.cosines.push_back(no_value);
        }
        (code == Code::sin ? batch.results : batch.cosines)[angle->second] = result;
        continue;
      }
      CallBatch& batch = batches.try_emplace(code, CallBatch{code, {}, {}, {}, {}}).first->second;
      batch.a.push_back(operands[0]);
      if (operand_count(code) == 2) batch.b.push_back(operands[1]);
      batch.results.push_back(result);
    }
    for (auto& [code, batch] : batches) {
      order_.steps.push_back({static_cast<std::uint32_t>(order_.batches.size()), true});
      order_.batches.push_back(std::move(batch));
    }
  }

  // the instructions that a value needs and that are not there yet, operands first
  void make(Value value) {
    if (is_there(value)) return;
    path_.push_back({value - first_result_, 0});
    while (!path_.empty()) {
      const std::uint32_t index = path_.back().index;
      const int count = operand_count(instruction(index).code);
      if (done_[index]) {
        path_.pop_back();
      } else if (path_.back().visited == count) {
        done_[index] = true;
        order_.steps.push_back({index, false});
        path_.pop_back();
      } else {
        const Value next = instruction(index).operands[operand_at(index, path_.back().visited++)];
        if (!is_there(next)) path_.push_back({next - first_result_, 0});
      }
    }
  }

  bool is_there(Value value) const { return value < first_result_ || done_[value - first_result_]; }

  // which operand comes k-th
  int operand_at(std::uint32_t index, int k) const {
    const Instruction& i = instruction(index);
    const int count = operand_count(i.code);
    if (weight_.empty() || count == 1) return k;
    std::array<int, 3> order{0, 1, 2};
    const auto heavier = [&](int x, int y) {
      return weight_of(i.operands[x]) > weight_of(i.operands[y]);
    };
    // insertion keeps the order of equals
    for (int n = 1; n < count; ++n)
      for (int at = n; at > 0 && heavier(order[at], order[at - 1]); --at)
        std::swap(order[at], order[at - 1]);
    return order[k];
  }

  struct Visit {
    std::uint32_t index;
    int visited;  ///< operands
  };

  const Tape& tape_;
  const Value first_result_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> weight_;
  std::vector<Visit> path_;
  MachineOrder order_;
};

}  // namespace

MachineOrder order_for_machine(const Tape& tape, OrderRule rule) {
  return Orderer(tape, rule).order();
}

}  // namespace alembert
