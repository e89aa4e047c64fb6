#include "compile/fuse.hpp"

namespace alembert {

namespace {

/// The code for `code` with the product as its operand 0 or 1.
Code fused(Code code, int product_operand) {
  if (code == Code::add) return Code::multiply_add;
  return product_operand == 0 ? Code::multiply_subtract : Code::subtract_multiply;
}

}  // namespace

Tape fuse_products(const Tape& tape) {
  const std::vector<std::uint32_t> uses = count_uses(tape);
  const Value first_result = tape.first_result();
  const auto is_single_use_product = [&](Value value) {
    return value >= first_result && uses[value] == 1 &&
           tape.instructions[value - first_result].code == Code::multiply;
  };

  // which product each sum takes in; the products taken in leave the tape
  std::vector<bool> absorbed(tape.instructions.size(), false);
  std::vector<Instruction> rewritten = tape.instructions;
  for (Instruction& instruction : rewritten) {
    if (instruction.code != Code::add && instruction.code != Code::subtract) continue;
    // the second operand first: in a running sum that is the new term
    for (const int side : {1, 0}) {
      const Value product = instruction.operands[side];
      if (!is_single_use_product(product)) continue;
      absorbed[product - first_result] = true;
      const auto& factors = tape.instructions[product - first_result].operands;
      instruction = {fused(instruction.code, side),
                     {factors[0], factors[1], instruction.operands[1 - side]}};
      break;
    }
  }

  // number what is left
  Tape result{tape.constants, tape.input_count, {}, {}, {}};
  result.instructions.reserve(tape.instructions.size());
  std::vector<Value> renumbered(tape.value_count());
  for (Value value = 0; value < first_result; ++value) renumbered[value] = value;
  for (std::size_t i = 0; i < rewritten.size(); ++i) {
    if (absorbed[i]) continue;
    Instruction instruction = rewritten[i];
    for (int k = 0; k < operand_count(instruction.code); ++k)
      instruction.operands[k] = renumbered[instruction.operands[k]];
    renumbered[first_result + i] = static_cast<Value>(result.value_count());
    result.instructions.push_back(instruction);
  }
  for (const Value output : tape.outputs) result.outputs.push_back(renumbered[output]);
  for (const Value waypoint : tape.waypoints)
    if (waypoint < first_result || !absorbed[waypoint - first_result])
      result.waypoints.push_back(renumbered[waypoint]);
  return result;
}

}  // namespace alembert
