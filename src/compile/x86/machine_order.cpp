#include "compile/x86/machine_order.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "compile/x86/batches.hpp"
#include "compile/x86/latency.hpp"

namespace alembert::x86 {

namespace {

class Orderer {
 public:
  Orderer(const Tape& tape, OrderRule rule)
      : tape_(tape),
        first_result_(tape.first_result()),
        is_done_(tape.instructions.size(), 0),
        visits_(tape.instructions.size()) {
    plan_visits(rule);
    order_.steps.reserve(tape.instructions.size());
  }

  MachineOrder order() {
    for (const std::vector<std::uint32_t>& calls : calls_by_level()) {
      for (const std::uint32_t call : calls)
        for (int k = 0; k < operand_count(instruction(call).code); ++k)
          make(instruction(call).operands[k]);
      add_batches(calls);
    }
    for (const ValueId waypoint : tape_.waypoints) make(waypoint);
    for (const ValueId output : tape_.outputs) make(output);
    return std::move(order_);
  }

 private:
  /// The operands of an instruction that are instructions themselves, in the order in which they
  /// are made.
  struct Visits {
    std::uint32_t operands[3];
    std::uint32_t count;
  };

  const Instruction& instruction(std::uint32_t index) const { return tape_.instructions[index]; }

  void plan_visits(OrderRule rule) {
    std::vector<std::uint32_t> weights(tape_.instructions.size());
    for (std::uint32_t i = 0; i < visits_.size(); ++i) {
      Visits& visits = visits_[i];
      visits.count = 0;
      for (int k = 0; k < operand_count(instruction(i).code); ++k) {
        if (instruction(i).operands[k] < first_result_) continue;
        const std::uint32_t operand = instruction(i).operands[k] - first_result_;
        // insertion keeps the order of equals
        std::uint32_t at = visits.count++;
        for (; at > 0 && weights[operand] > weights[visits.operands[at - 1]]; --at)
          visits.operands[at] = visits.operands[at - 1];
        visits.operands[at] = operand;
      }
      weights[i] =
          rule == OrderRule::heavier_first ? registers_for(i, weights) : cycles_until(i, weights);
    }
  }

  /// How many registers the value of an instruction needs at most while it is made, as if nothing
  /// were shared (Sethi and Ullman).
  std::uint32_t registers_for(std::uint32_t i, const std::vector<std::uint32_t>& registers) const {
    if (needs_batch(instruction(i).code)) return 1;
    // an operand that is already computed occupies a register beside the others
    const int operands = operand_count(instruction(i).code);
    std::uint32_t most = std::max(1, operands - 1);
    for (std::uint32_t k = 0; k < visits_[i].count; ++k)
      most = std::max(most, registers[visits_[i].operands[k]] + k);
    return most;
  }

  /// The earliest time at which the value of an instruction is ready.
  std::uint32_t cycles_until(std::uint32_t i, const std::vector<std::uint32_t>& cycles) const {
    std::uint32_t latest = 0;
    for (std::uint32_t k = 0; k < visits_[i].count; ++k)
      latest = std::max(latest, cycles[visits_[i].operands[k]]);
    return latest + static_cast<std::uint32_t>(latency(instruction(i).code));
  }

  // calls whose arguments need no other call first, then those that need these, and so on
  std::vector<std::vector<std::uint32_t>> calls_by_level() const {
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<std::uint32_t> level(tape_.instructions.size(), 0);
    for (std::uint32_t i = 0; i < level.size(); ++i) {
      for (int k = 0; k < operand_count(instruction(i).code); ++k)
        if (const ValueId value = instruction(i).operands[k]; value >= first_result_)
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
    std::map<ValueId, std::size_t> angles;
    for (const std::uint32_t call : calls) {
      const Code code = instruction(call).code;
      const auto& operands = instruction(call).operands;
      const ValueId result = first_result_ + call;
      is_done_[call] = 1;
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
  void make(ValueId value) {
    if (value < first_result_ || is_done_[value - first_result_] != 0) return;
    path_.push_back({value - first_result_, 0});
    while (!path_.empty()) {
      Visit& visit = path_.back();
      const Visits& visits = visits_[visit.index];
      if (visit.visited < visits.count) {
        const std::uint32_t next = visits.operands[visit.visited++];
        if (is_done_[next] == 0) path_.push_back({next, 0});
        continue;
      }
      is_done_[visit.index] = 1;
      order_.steps.push_back({visit.index, false});
      path_.pop_back();
    }
  }

  struct Visit {
    std::uint32_t index, visited;
  };

  const Tape& tape_;
  const ValueId first_result_;
  std::vector<char> is_done_;
  std::vector<Visits> visits_;
  std::vector<Visit> path_;
  MachineOrder order_;
};

}  // namespace

MachineOrder order_for_machine(const Tape& tape, OrderRule rule) {
  return Orderer(tape, rule).order();
}

}  // namespace alembert::x86
