#pragma once
/// The order in which machine code computes a tape: calls of functions gathered into few batches,
/// and in between the instructions in an order that keeps few values alive.

#include <cstdint>
#include <vector>

#include "compile/tape.hpp"

namespace alembert::x86 {

/// One call for all functions of a kind that are ready at the same time.
struct CallBatch {
  Code code;                              ///< Code::sin stands for sines and cosines together
  std::vector<ValueId> a, b;              ///< arguments; b is empty for functions of one argument
  std::vector<ValueId> results, cosines;  ///< by argument, `no_value` where nothing needs it
};

struct MachineStep {
  std::uint32_t index;  ///< of an instruction of the tape, or of a batch
  bool is_batch;
};

struct MachineOrder {
  std::vector<MachineStep> steps;
  std::vector<CallBatch> batches;
};

/// Calls `use(value)` for each operand of a step.
template <class Use>
void for_operands(const Tape& tape, const MachineOrder& order, std::uint32_t at, Use use) {
  const MachineStep step = order.steps[at];
  if (step.is_batch) {
    for (const ValueId value : order.batches[step.index].a) use(value);
    for (const ValueId value : order.batches[step.index].b) use(value);
    return;
  }
  const Instruction& instruction = tape.instructions[step.index];
  for (int k = 0; k < operand_count(instruction.code); ++k) use(instruction.operands[k]);
}

/// Each output in turn, depth first; of the operands of an instruction
enum class OrderRule {
  later_first,    ///< the one that is ready last goes first
  heavier_first,  ///< the one that needs more registers goes first
};

/// Calls come as early as their arguments allow, and before them only what they need, so that
/// little is alive while they run.
MachineOrder order_for_machine(const Tape& tape, OrderRule rule);

}  // namespace alembert::x86
