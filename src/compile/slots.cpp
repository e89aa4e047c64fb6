#include "compile/slots.hpp"

#include <limits>

namespace alembert {

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

/// The last instruction that reads each value; `never` ends the life of constants and outputs.
std::vector<std::size_t> last_uses(const Tape& tape) {
  std::vector<std::size_t> last(tape.value_count(), 0);
  for (std::size_t i = 0; i < tape.instructions.size(); ++i)
    for (int k = 0; k < operand_count(tape.instructions[i].code); ++k)
      last[tape.instructions[i].operands[k]] = i;
  for (ValueId constant = 0; constant < tape.first_input(); ++constant) last[constant] = never;
  for (const ValueId output : tape.outputs) last[output] = never;
  return last;
}

}  // namespace

Slots assign_slots(const Tape& tape) {
  const std::vector<std::uint32_t> uses = count_uses(tape);
  const std::vector<std::size_t> last = last_uses(tape);

  Slots slots{std::vector<Slot>(tape.value_count(), no_slot), tape.constants.size()};
  for (ValueId constant = 0; constant < tape.first_input(); ++constant)
    slots.of_value[constant] = constant;
  for (ValueId input = tape.first_input(); input < tape.first_result(); ++input)
    if (uses[input] > 0) slots.of_value[input] = static_cast<Slot>(slots.count++);

  // the slot freed last is taken first: it is the one still in the cache
  std::vector<Slot> free;
  for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
    const Instruction& instruction = tape.instructions[i];
    const int operands = operand_count(instruction.code);
    for (int k = 0; k < operands; ++k) {
      const ValueId value = instruction.operands[k];
      bool freed = false;
      for (int before = 0; before < k; ++before) freed |= instruction.operands[before] == value;
      if (last[value] == i && !freed) free.push_back(slots.of_value[value]);
    }
    Slot& target = slots.of_value[tape.first_result() + i];
    if (free.empty()) {
      target = static_cast<Slot>(slots.count++);
    } else {
      target = free.back();
      free.pop_back();
    }
  }
  return slots;
}

}  // namespace alembert
