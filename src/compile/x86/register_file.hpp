#pragma once
/// The registers during code generation: what they hold, which one is given up, and where in memory
/// values are kept.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

#include "compile/x86/next_uses.hpp"
#include "compile/x86/registers.hpp"

namespace alembert::x86 {

/// Loads and saves values as a program needs them. A register is taken from the value whose next
/// use is furthest away.
class RegisterFile {
 protected:
  RegisterFile(const Tape& tape, const MachineOrder& order, const Surroundings& around,
               MachineProgram& program)
      : order_(order),
        around_(around),
        program_(program),
        uses_(tape, order),
        home_(tape.value_count()),
        register_of_(tape.value_count(), no_register),
        scratch_(around.first_scratch) {
    held_.fill(no_value);
    for (ValueId v = 0; v < tape.first_input(); ++v) home_[v] = {MemoryPlace::Area::constant, v};
    std::copy(around.inputs.begin(), around.inputs.end(), home_.begin() + tape.first_input());
  }

  using Area = MemoryPlace::Area;
  /// Registers that must not be given away now.
  using Pinned = std::array<Register, 3>;
  static constexpr Pinned nothing_pinned{no_register, no_register, no_register};

  void emit(const MachineInstruction& instruction) { program_.instructions.push_back(instruction); }

  // after the present step; while the arguments of a call are passed, that step itself counts too
  std::uint32_t next_use(ValueId value) {
    const std::uint32_t use = uses_.from(value, passing_ ? at_ : at_ + 1);
    return use == never && is_handed_on(value) ? static_cast<std::uint32_t>(order_.steps.size())
                                               : use;
  }
  bool is_handed_on(ValueId value) const {
    return std::any_of(around_.handed_on.begin(), around_.handed_on.end(),
                       [&](const Surroundings::HandedOn& pair) { return pair.result == value; });
  }

  bool in_register(ValueId value) const { return register_of_[value] != no_register; }

  // sets of registers as bits
  static constexpr std::uint32_t all_registers = (1u << register_count) - 1;
  static constexpr std::uint32_t bit(Register r) { return r == no_register ? 0 : 1u << r; }
  static std::uint32_t mask_of(const Pinned& pinned) {
    return bit(pinned[0]) | bit(pinned[1]) | bit(pinned[2]);
  }

  // the next use of what a register holds, looked up again only when the last answer has passed
  std::uint32_t next_use_in(Register r) {
    std::uint32_t& use = use_in_[r];
    if (use < at_ || (use == at_ && !passing_)) use = next_use(held_[r]);
    return use;
  }

  void hold(ValueId value, Register r) {
    held_[r] = value;
    free_ &= ~bit(r);
    use_in_[r] = next_use(value);
    register_of_[value] = r;
  }
  void release(Register r) {
    if (held_[r] == no_value) return;
    register_of_[held_[r]] = no_register;
    held_[r] = no_value;
    free_ |= bit(r);
  }

  // the first of this many consecutive places
  std::uint32_t new_scratch(std::uint32_t count) {
    if (count != 1 || free_scratch_.empty()) return std::exchange(scratch_, scratch_ + count);
    const std::uint32_t place = free_scratch_.back();
    free_scratch_.pop_back();
    return place;
  }

  void store(Register r, MemoryPlace place) {
    emit({.op = MachineOp::store, .target = r, .y = place});
  }

  // the value stays available in memory
  void save(Register r) {
    MemoryPlace& home = home_[held_[r]];
    if (home.area != Area::nowhere) return;
    home = {Area::scratch, new_scratch(1)};
    store(r, home);
    ++program_.memory_traffic;
  }

  // a value without further use leaves its register and its place
  void forget_if_dead(ValueId value) {
    if (next_use(value) != never) return;
    if (in_register(value)) release(register_of_[value]);
    MemoryPlace& home = home_[value];
    if (home.area == Area::scratch && home.stream == MemoryPlace::no_stream &&
        home.index >= around_.first_scratch) {
      free_scratch_.push_back(home.index);
      home = {};
    }
  }

  /// The register whose value is needed last, a free one if there is one.
  Register furthest(const Pinned& pinned) {
    std::uint32_t candidates = all_registers & ~mask_of(pinned);
    if ((free_ & candidates) != 0)
      return static_cast<Register>(std::countr_zero(free_ & candidates));
    candidates &= ~operands_in_registers();
    Register best = no_register;
    std::uint32_t best_use = 0;
    for (std::uint32_t left = candidates; left != 0; left &= left - 1) {
      const Register r = static_cast<Register>(std::countr_zero(left));
      const std::uint32_t use = next_use_in(r);
      if (best == no_register || use > best_use) {
        best = r;
        best_use = use;
      }
    }
    return best;
  }

  std::uint32_t operands_in_registers() const {
    std::uint32_t mask = 0;
    for (const ValueId value : operand_)
      if (value != no_value && in_register(value)) mask |= bit(register_of_[value]);
    return mask;
  }

  Register take(const Pinned& pinned) {
    const Register r = furthest(pinned);
    if (held_[r] != no_value) {
      if (next_use_in(r) != never) save(r);
      release(r);
    }
    return r;
  }

  Register load(ValueId value, const Pinned& pinned) {
    if (in_register(value)) return register_of_[value];
    const Register r = take(pinned);
    assert(home_[value].area != Area::nowhere);
    emit({.op = MachineOp::load, .target = r, .y = home_[value]});
    if (home_[value].area == Area::scratch) ++program_.memory_traffic;
    hold(value, r);
    return r;
  }

  void free_array(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) free_scratch_.push_back(first + i);
  }

  const MachineOrder& order_;
  const Surroundings& around_;
  MachineProgram& program_;
  NextUses uses_;
  std::vector<MemoryPlace> home_;
  std::vector<Register> register_of_;
  std::array<ValueId, register_count> held_;
  std::array<std::uint32_t, register_count>
      use_in_{};  ///< next use of what is held, or one that has passed
  std::uint32_t free_ = all_registers;
  std::array<ValueId, 3> operand_{no_value, no_value, no_value};  ///< of the present step
  std::vector<std::uint32_t> free_scratch_;
  std::uint32_t scratch_;  ///< places used so far
  std::uint32_t at_ = 0;   ///< the present step
  bool passing_ = false;   ///< arguments of a call
};

}  // namespace alembert::x86
