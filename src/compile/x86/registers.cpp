#include "compile/x86/registers.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "compile/x86/register_file.hpp"

namespace alembert::x86 {

namespace {

/// Chooses the instructions: which operand is loaded, copied or read from memory.
class Allocator : private RegisterFile {
 public:
  Allocator(const Tape& tape, const MachineOrder& order, const Surroundings& around,
            MachineProgram& program)
      : RegisterFile(tape, order, around, program),
        tape_(tape),
        first_output_of_(tape.value_count(), never),
        next_output_(tape.outputs.size(), never) {
    for (std::uint32_t k = 0; k < tape.outputs.size(); ++k) {
      next_output_[k] = first_output_of_[tape.outputs[k]];
      first_output_of_[tape.outputs[k]] = k;
    }
  }

  void allocate() {
    if (around_.loop) begin_loop();
    for (at_ = 0; at_ < order_.steps.size(); ++at_) {
      const MachineStep step = order_.steps[at_];
      if (step.is_batch)
        call(step.index);
      else
        compute(step.index);
    }
    // constants and inputs that are outputs themselves
    for (ValueId v = 0; v < tape_.first_result(); ++v)
      if (first_output_of_[v] != never) {
        const Register r = load(v, nothing_pinned);
        store_outputs(v, r);
        release(r);
      }
    if (around_.loop) end_loop();
    program_.scratch = std::max(program_.scratch, scratch_);
  }

 private:
  // values handed on are in the first registers at the beginning of each repetition
  void begin_loop() {
    loop_ = static_cast<std::uint32_t>(program_.loops.size());
    program_.loops.push_back(*around_.loop);
    emit({.op = MachineOp::enter_loop, .index = loop_});
    for (Register r = 0; r < around_.handed_on.size(); ++r)
      emit({.op = MachineOp::load, .target = r, .y = around_.handed_on[r].at_first});
    emit({.op = MachineOp::repeat_loop, .index = loop_});
    // the first step comes after the present one
    passing_ = true;
    for (Register r = 0; r < around_.handed_on.size(); ++r) hold(around_.handed_on[r].input, r);
    passing_ = false;
  }

  void end_loop() {
    constexpr Register beside = register_count;  // the emitter's, which is idle
    std::vector<Register> left;                  // registers that still wait for their values
    for (Register r = 0; r < around_.handed_on.size(); ++r)
      if (register_of_[around_.handed_on[r].result] != r) left.push_back(r);
    while (!left.empty()) {
      // a register whose present value is no longer needed; in a cycle any one, whose value is
      // moved aside
      const auto is_source = [&](Register r) {
        return std::any_of(left.begin(), left.end(), [&](Register other) {
          return register_of_[around_.handed_on[other].result] == r;
        });
      };
      auto next = std::find_if_not(left.begin(), left.end(), is_source);
      if (next == left.end()) {
        next = left.begin();
        emit({.op = MachineOp::move, .target = beside, .x = *next});
        register_of_[held_[*next]] = beside;
      }
      const Register target = *next;
      const ValueId value = around_.handed_on[target].result;
      left.erase(next);
      if (in_register(value)) {
        emit({.op = MachineOp::move, .target = target, .x = register_of_[value]});
      } else {
        emit({.op = MachineOp::load, .target = target, .y = home_[value]});
      }
    }
    emit({.op = MachineOp::leave_loop, .index = loop_});
  }
  void store_outputs(ValueId value, Register r) {
    for (std::uint32_t k = first_output_of_[value]; k != never; k = next_output_[k]) {
      const MemoryPlace& place = around_.outputs[k];
      store(r, place);
      if (home_[value].area == Area::nowhere) home_[value] = place;
    }
  }

  void define(ValueId value, Register r) {
    hold(value, r);
    store_outputs(value, r);
    forget_if_dead(value);
  }

  void compute(std::uint32_t index) {
    const Instruction& instruction = tape_.instructions[index];
    const ValueId result = tape_.first_result() + index;
    const int count = operand_count(instruction.code);
    for (int k = 0; k < 3; ++k) operand_[k] = k < count ? instruction.operands[k] : no_value;
    switch (instruction.code) {
      case Code::add:
        return commuting(MachineOp::add, result);
      case Code::subtract:
        return binary(MachineOp::subtract, result);
      case Code::multiply:
        return commuting(MachineOp::multiply, result);
      case Code::divide:
        return binary(MachineOp::divide, result);
      case Code::multiply_add:
        return fused(FusedSigns::plus, result);
      case Code::multiply_subtract:
        return fused(FusedSigns::minus, result);
      case Code::subtract_multiply:
        return fused(FusedSigns::reversed, result);
      case Code::negate:
        return in_registers(MachineOp::negate, result);
      case Code::sqrt:
        return in_registers(MachineOp::sqrt, result);
      case Code::abs:
        return in_registers(MachineOp::abs, result);
      case Code::sign:
        return in_registers(MachineOp::sign, result);
      case Code::min:
        return in_registers(MachineOp::min, result);
      case Code::max:
        return in_registers(MachineOp::max, result);
      case Code::less:
        return in_registers(MachineOp::less, result);
      case Code::less_equal:
        return in_registers(MachineOp::less_equal, result);
      case Code::choose:
        return in_registers(MachineOp::choose, result);
      default:
        assert(!"functions are called in batches");
    }
  }

  // a register for the result: that of an operand that is not needed any more, or another
  Register target(const Pinned& pinned) {
    for (const ValueId value : operand_)
      if (value != no_value && in_register(value) && next_use(value) == never)
        return register_of_[value];
    return take(pinned);
  }

  void finish_operands() {
    for (const ValueId value : operand_)
      if (value != no_value) forget_if_dead(value);
  }

  void define_in(Register r, ValueId result) {
    finish_operands();
    if (held_[r] != no_value) release(r);
    operand_.fill(no_value);
    define(result, r);
  }

  void commuting(MachineOp op, ValueId result) {
    if (!in_register(operand_[0]) && in_register(operand_[1])) std::swap(operand_[0], operand_[1]);
    binary(op, result);
  }

  void binary(MachineOp op, ValueId result) {
    const Register x = load(operand_[0], nothing_pinned);
    MachineInstruction instruction{.op = op, .x = x};
    set_last(instruction, operand_[1]);
    instruction.target = target({x, instruction.z, no_register});
    emit(instruction);
    define_in(instruction.target, result);
  }

  // The source that may lie in memory stays there: bringing it into a register for its next use
  // takes an instruction and saves none as long as that use can read memory too.
  void set_last(MachineInstruction& instruction, ValueId value) {
    if (in_register(value))
      instruction.z = register_of_[value];
    else
      instruction.y = home_[value];
  }

  void fused(FusedSigns signs, ValueId result) {
    const ValueId a = operand_[0], b = operand_[1], c = operand_[2];
    // the target begins as one of the operands: one that dies, or a copy
    const auto dies_in_register = [&](ValueId v) { return in_register(v) && next_use(v) == never; };
    const auto is_single = [&](ValueId v) { return (v == a) + (v == b) + (v == c) == 1; };
    ValueId base = no_value;
    for (const ValueId v : {c, a, b})
      if (base == no_value && dies_in_register(v) && is_single(v)) base = v;
    bool copied = base == no_value;
    if (copied) {
      // preferably one that must be loaded anyway
      base = c;
      for (const ValueId v : {c, a, b})
        if (!in_register(v) && is_single(v)) {
          base = v;
          break;
        }
    }
    const ValueId factor = base == a ? b : a;  // when the base is a factor, the other one
    Register t = no_register;
    MachineInstruction instruction{.op = MachineOp::fused_231, .signs = signs};
    ValueId first = base == c ? a : factor, second = base == c ? b : c;
    // `first` goes to a register, `second` may stay in memory
    bool swapped = false;
    if (!in_register(first) && in_register(second)) {
      std::swap(first, second);
      swapped = true;
    }
    Pinned pinned = nothing_pinned;
    if (in_register(base)) pinned[0] = register_of_[base];
    if (in_register(second)) pinned[1] = register_of_[second];
    const Register x = load(first, pinned);
    pinned[2] = x;
    set_last(instruction, second);
    if (!copied) {
      t = register_of_[base];
    } else if (in_register(base)) {
      t = take(pinned);
      emit({.op = MachineOp::move, .target = t, .x = register_of_[base]});
    } else {
      t = take(pinned);
      emit({.op = MachineOp::load, .target = t, .y = home_[base]});
    }
    if (base == c)
      instruction.op = MachineOp::fused_231;
    else  // the other factor and c: whichever is in the register x
      instruction.op = swapped ? MachineOp::fused_132 : MachineOp::fused_213;
    instruction.target = t;
    instruction.x = x;
    emit(instruction);
    define_in(t, result);
  }

  void in_registers(MachineOp op, ValueId result) {
    MachineInstruction instruction{.op = op};
    Pinned pinned = nothing_pinned;
    Register* const sources[] = {&instruction.x, &instruction.z, &instruction.third};
    for (int k = 0; k < 3; ++k)
      if (operand_[k] != no_value) pinned[k] = *sources[k] = load(operand_[k], pinned);
    instruction.target = target(pinned);
    emit(instruction);
    define_in(instruction.target, result);
  }

  void call(std::uint32_t index) {
    const CallBatch& batch = order_.batches[index];
    operand_.fill(no_value);
    MachineCall call{batch.code, static_cast<std::uint32_t>(batch.a.size()), {}};
    for (std::uint32_t& array : call.arrays) array = new_scratch(call.count);

    const auto pass = [&](const std::vector<ValueId>& arguments, std::uint32_t at) {
      for (const ValueId value : arguments)
        store(load(value, nothing_pinned), {Area::scratch, at++});
    };
    passing_ = true;
    pass(batch.a, call.arrays[0]);
    pass(batch.b, call.arrays[1]);
    passing_ = false;

    // functions keep no vector registers
    for (Register r = 0; r < register_count; ++r) {
      if (held_[r] == no_value) continue;
      if (next_use_in(r) != never) save(r);
      release(r);
    }
    emit({.op = MachineOp::call, .index = static_cast<std::uint32_t>(program_.calls.size())});
    program_.calls.push_back(call);
    for (const ValueId value : batch.a) forget_if_dead(value);
    for (const ValueId value : batch.b) forget_if_dead(value);

    const bool is_sine = batch.code == Code::sin;
    free_array(call.arrays[0], call.count);
    if (!is_sine) free_array(call.arrays[1], call.count);
    receive(batch.results, call.arrays[is_sine ? 1 : 2]);
    receive(batch.cosines, call.arrays[2]);
  }

  void receive(const std::vector<ValueId>& results, std::uint32_t at) {
    for (const ValueId value : results) {
      const MemoryPlace place{Area::scratch, at++};
      if (value == no_value) {
        free_scratch_.push_back(place.index);
        continue;
      }
      home_[value] = place;
      if (first_output_of_[value] == never) continue;
      const Register r = load(value, nothing_pinned);
      store_outputs(value, r);
      release(r);
    }
  }

  const Tape& tape_;
  std::vector<std::uint32_t> first_output_of_, next_output_;
  std::uint32_t loop_ = 0;  ///< of the program, where the piece is one
};

}  // namespace

MachineProgram allocate_registers(const Tape& tape, const MachineOrder& order) {
  Surroundings around;
  for (std::uint32_t i = 0; i < tape.input_count; ++i)
    around.inputs.push_back({MemoryPlace::Area::input, i});
  for (std::uint32_t k = 0; k < tape.outputs.size(); ++k)
    around.outputs.push_back({MemoryPlace::Area::output, k});
  MachineProgram program;
  program.instructions.reserve(order.steps.size() * 2);
  append_piece(tape, order, around, program);
  return program;
}

void append_piece(const Tape& tape, const MachineOrder& order, const Surroundings& around,
                  MachineProgram& program) {
  Allocator(tape, order, around, program).allocate();
}

}  // namespace alembert::x86
