#include "compile/schedule.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>

namespace alembert {

namespace {

/// The instructions that use each value, as one array, and where each value's part of it starts.
struct Users {
  std::vector<std::uint32_t> start;
  std::vector<std::uint32_t> users;
};

Users users_of_values(const Tape& tape) {
  Users result;
  result.start.assign(tape.value_count() + 1, 0);
  for (const Instruction& instruction : tape.instructions)
    for (int k = 0; k < operand_count(instruction.code); ++k)
      ++result.start[instruction.operands[k] + 1];
  for (std::size_t v = 0; v < tape.value_count(); ++v) result.start[v + 1] += result.start[v];
  result.users.resize(result.start.back());
  std::vector<std::uint32_t> next(result.start.begin(), result.start.end() - 1);
  for (std::size_t i = 0; i < tape.instructions.size(); ++i)
    for (int k = 0; k < operand_count(tape.instructions[i].code); ++k)
      result.users[next[tape.instructions[i].operands[k]]++] = static_cast<std::uint32_t>(i);
  return result;
}

}  // namespace

Tape group_by_code(const Tape& tape, std::size_t window) {
  assert(window >= 1);
  const std::size_t count = tape.instructions.size();
  const ValueId first_result = tape.first_result();
  const Users users = users_of_values(tape);

  // operands not yet computed, per instruction; constants and inputs are there from the start
  std::vector<std::uint8_t> missing(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < operand_count(tape.instructions[i].code); ++k)
      missing[i] += tape.instructions[i].operands[k] >= first_result;

  // instructions enter the window in the order of the tape and leave it when they are issued
  std::array<std::deque<std::uint32_t>, code_count> ready;
  const auto code_index = [&](std::size_t i) {
    return static_cast<std::size_t>(tape.instructions[i].code);
  };
  std::size_t entered = 0;
  const auto fill_window = [&](std::size_t issued) {
    for (; entered < count && entered - issued < window; ++entered)
      if (missing[entered] == 0)
        ready[code_index(entered)].push_back(static_cast<std::uint32_t>(entered));
  };

  Tape result{tape.constants, tape.input_count, {}, {}};
  result.instructions.reserve(count);
  std::vector<ValueId> renumbered(tape.value_count());
  for (ValueId value = 0; value < first_result; ++value) renumbered[value] = value;

  std::size_t current = 0;
  for (std::size_t issued = 0; issued < count; ++issued) {
    fill_window(issued);
    // stay with this code while an instruction of it is ready, else take the code with the most
    // ready
    if (ready[current].empty()) {
      const auto most =
          std::max_element(ready.begin(), ready.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
      current = static_cast<std::size_t>(most - ready.begin());
    }
    const std::uint32_t chosen = ready[current].front();
    ready[current].pop_front();

    Instruction instruction = tape.instructions[chosen];
    for (int k = 0; k < operand_count(instruction.code); ++k)
      instruction.operands[k] = renumbered[instruction.operands[k]];
    const ValueId made = first_result + chosen;
    renumbered[made] = static_cast<ValueId>(result.value_count());
    result.instructions.push_back(instruction);

    for (std::uint32_t u = users.start[made]; u < users.start[made + 1]; ++u) {
      const std::uint32_t user = users.users[u];
      if (--missing[user] == 0 && user < entered) ready[code_index(user)].push_back(user);
    }
  }
  for (const ValueId output : tape.outputs) result.outputs.push_back(renumbered[output]);
  return result;
}

}  // namespace alembert
