#include "compile/x86/machine_code.hpp"

#include <asmjit/x86.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "compile/fuse.hpp"
#include "compile/x86/batches.hpp"
#include "compile/x86/looped_program.hpp"

namespace alembert::x86 {

namespace {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

constexpr std::size_t wide = 4;  // lanes of a vector register

// beyond this many instructions the order that uses fewer registers is better by a few percent
constexpr std::size_t long_tape = 2000;

/// Writes a program down as instructions of the machine, for one lane or for four.
class Emitter {
 public:
  Emitter(const MachineProgram& program, const std::vector<double>& constants, std::size_t lanes)
      : program_(program), constants_(constants), lanes_(lanes) {
    code_.init(asmjit::Environment::host());
    code_.attach(&a_);
    code_.setErrorHandler(&errors_);
  }

  Executable emit() {
    pool_ = a_.newLabel();
    masks_ = a_.newLabel();
    begin();
    for (const MachineInstruction& instruction : program_.instructions) emit(instruction);
    end();
    embed_constants();
    code_.flatten();
    code_.resolveUnresolvedLinks();
    return {code_.codeSize(), [&](void* at) {
              code_.relocateToBase(reinterpret_cast<std::uint64_t>(at));
              code_.copyFlattenedData(at, code_.codeSize());
            }};
  }

 private:
  /// An error here is ours: the assembler accepts all of these instructions.
  struct Errors : asmjit::ErrorHandler {
    void handleError(asmjit::Error, const char* message, asmjit::BaseEmitter*) override {
      throw std::logic_error(std::string("machine code: ") + message);
    }
  };

  /// Masks and numbers that instructions use, each as wide as a vector.
  enum Mask { sign_bit, all_but_sign, one, minus_one, mask_count };

  bool is_wide() const { return lanes_ > 1; }

  x86::Vec vec(Register r) const {
    return is_wide() ? x86::Vec(x86::ymm(r)) : x86::Vec(x86::xmm(r));
  }
  x86::Vec spare(int i) const { return vec(static_cast<Register>(register_count + i)); }

  x86::Mem mem(MemoryPlace place) const {
    const auto offset = static_cast<std::int32_t>(place.index * lanes_ * sizeof(double));
    const std::uint32_t size = static_cast<std::uint32_t>(lanes_ * sizeof(double));
    if (place.stream != MemoryPlace::no_stream)
      return x86::Mem(streams_[place.stream], offset, size);
    switch (place.area) {
      case MemoryPlace::Area::constant:
        return x86::Mem(pool_, offset, size);
      case MemoryPlace::Area::input:
        return x86::Mem(inputs_, offset, size);
      case MemoryPlace::Area::output:
        return x86::Mem(outputs_, offset, size);
      default:
        return x86::Mem(scratch_, offset, size);
    }
  }
  x86::Mem mask(Mask m) const {
    return x86::Mem(masks_, static_cast<std::int32_t>(m * wide * sizeof(double)),
                    is_wide() ? 32 : 16);
  }

  Id choose(Id scalar, Id vector) const { return is_wide() ? vector : scalar; }

  template <class... Operands>
  void put(Id id, const Operands&... operands) {
    a_.emit(id, operands...);
  }

  void begin() {
    if (program_.calls.empty()) return;
    // registers that functions leave alone
    for (const x86::Gp& r : {x86::rbx, x86::r12, x86::r13}) a_.push(r);
    a_.mov(x86::rbx, x86::rdi);
    a_.mov(x86::r12, x86::rsi);
    a_.mov(x86::r13, x86::rdx);
    inputs_ = x86::rbx;
    outputs_ = x86::r12;
    scratch_ = x86::r13;
  }

  void end() {
    if (is_wide()) a_.vzeroupper();
    if (!program_.calls.empty())
      for (const x86::Gp& r : {x86::r13, x86::r12, x86::rbx}) a_.pop(r);
    a_.ret();
  }

  void embed_constants() {
    a_.align(asmjit::AlignMode::kZero, 32);
    a_.bind(masks_);
    const std::uint64_t masks[mask_count] = {0x8000000000000000, 0x7fffffffffffffff,
                                             0x3ff0000000000000, 0xbff0000000000000};
    for (const std::uint64_t bits : masks)
      for (std::size_t lane = 0; lane < wide; ++lane) a_.embedUInt64(bits);
    a_.bind(pool_);
    if (!is_wide()) {
      a_.embed(constants_.data(), constants_.size() * sizeof(double));
      return;
    }
    for (const double constant : constants_)
      for (std::size_t lane = 0; lane < wide; ++lane) a_.embedDouble(constant);
  }

  // operation on x and on the register z or the place y
  void with_last(Id id, const MachineInstruction& i) {
    if (i.y.area == MemoryPlace::Area::nowhere)
      put(id, vec(i.target), vec(i.x), vec(i.z));
    else
      put(id, vec(i.target), vec(i.x), mem(i.y));
  }

  void emit(const MachineInstruction& i) {
    switch (i.op) {
      case MachineOp::load:
        return put(choose(Id::kIdVmovsd, Id::kIdVmovupd), vec(i.target), mem(i.y));
      case MachineOp::store:
        return put(choose(Id::kIdVmovsd, Id::kIdVmovupd), mem(i.y), vec(i.target));
      case MachineOp::move:
        return put(Id::kIdVmovapd, vec(i.target), vec(i.x));
      case MachineOp::add:
        return with_last(choose(Id::kIdVaddsd, Id::kIdVaddpd), i);
      case MachineOp::subtract:
        return with_last(choose(Id::kIdVsubsd, Id::kIdVsubpd), i);
      case MachineOp::multiply:
        return with_last(choose(Id::kIdVmulsd, Id::kIdVmulpd), i);
      case MachineOp::divide:
        return with_last(choose(Id::kIdVdivsd, Id::kIdVdivpd), i);
      case MachineOp::fused_132:
      case MachineOp::fused_213:
      case MachineOp::fused_231:
        return with_last(fused(i), i);
      case MachineOp::sqrt:
        if (is_wide()) return put(Id::kIdVsqrtpd, vec(i.target), vec(i.x));
        return put(Id::kIdVsqrtsd, vec(i.target), vec(i.x), vec(i.x));
      case MachineOp::negate:
        return put(Id::kIdVxorpd, vec(i.target), vec(i.x), mask(sign_bit));
      case MachineOp::abs:
        return put(Id::kIdVandpd, vec(i.target), vec(i.x), mask(all_but_sign));
      case MachineOp::sign:
        return emit_sign(i);
      case MachineOp::min:
        return emit_extreme(choose(Id::kIdVminsd, Id::kIdVminpd), i);
      case MachineOp::max:
        return emit_extreme(choose(Id::kIdVmaxsd, Id::kIdVmaxpd), i);
      case MachineOp::less:
        return emit_comparison(i, x86::VCmpImm::kLT_OQ);
      case MachineOp::less_equal:
        return emit_comparison(i, x86::VCmpImm::kLE_OQ);
      case MachineOp::choose:
        put(Id::kIdVxorpd, spare(0), spare(0), spare(0));
        compare(spare(0), vec(i.x), spare(0), x86::VCmpImm::kNEQ_UQ);
        return put(Id::kIdVblendvpd, vec(i.target), vec(i.third), vec(i.z), spare(0));
      case MachineOp::call:
        return emit_call(i);
      case MachineOp::enter_loop:
        return enter(program_.loops[i.index]);
      case MachineOp::repeat_loop:
        repeat_ = a_.newLabel();
        a_.align(asmjit::AlignMode::kCode, 32);
        a_.bind(repeat_);
        return;
      case MachineOp::leave_loop:
        return leave(program_.loops[i.index]);
    }
  }

  Id fused(const MachineInstruction& i) const {
    static constexpr Id ids[3][3][2] = {{{Id::kIdVfmadd132sd, Id::kIdVfmadd132pd},
                                         {Id::kIdVfmsub132sd, Id::kIdVfmsub132pd},
                                         {Id::kIdVfnmadd132sd, Id::kIdVfnmadd132pd}},
                                        {{Id::kIdVfmadd213sd, Id::kIdVfmadd213pd},
                                         {Id::kIdVfmsub213sd, Id::kIdVfmsub213pd},
                                         {Id::kIdVfnmadd213sd, Id::kIdVfnmadd213pd}},
                                        {{Id::kIdVfmadd231sd, Id::kIdVfmadd231pd},
                                         {Id::kIdVfmsub231sd, Id::kIdVfmsub231pd},
                                         {Id::kIdVfnmadd231sd, Id::kIdVfnmadd231pd}}};
    const int form = static_cast<int>(i.op) - static_cast<int>(MachineOp::fused_132);
    return ids[form][static_cast<int>(i.signs)][is_wide() ? 1 : 0];
  }

  void compare(const x86::Vec& target, const x86::Vec& x, const x86::Vec& y, x86::VCmpImm how) {
    put(choose(Id::kIdVcmpsd, Id::kIdVcmppd), target, x, y, asmjit::imm(static_cast<int>(how)));
  }

  // 1 where x > 0, −1 where x < 0, else x itself
  void emit_sign(const MachineInstruction& i) {
    put(Id::kIdVxorpd, spare(0), spare(0), spare(0));
    compare(spare(1), vec(i.x), spare(0), x86::VCmpImm::kGT_OQ);
    compare(spare(0), vec(i.x), spare(0), x86::VCmpImm::kLT_OQ);
    put(Id::kIdVblendvpd, vec(i.target), vec(i.x), mask(one), spare(1));
    put(Id::kIdVblendvpd, vec(i.target), vec(i.target), mask(minus_one), spare(0));
  }

  // z where it is beyond x or NaN, else x; the instruction returns x where one of the two is NaN
  void emit_extreme(Id beyond, const MachineInstruction& i) {
    compare(spare(0), vec(i.z), vec(i.z), x86::VCmpImm::kUNORD_Q);
    put(beyond, spare(1), vec(i.z), vec(i.x));
    put(Id::kIdVblendvpd, vec(i.target), spare(1), vec(i.z), spare(0));
  }

  void emit_comparison(const MachineInstruction& i, x86::VCmpImm how) {
    compare(spare(0), vec(i.x), vec(i.z), how);
    put(Id::kIdVandpd, vec(i.target), spare(0), mask(one));
  }

  void emit_call(const MachineInstruction& i) {
    const MachineCall& call = program_.calls[i.index];
    if (is_wide()) a_.vzeroupper();
    a_.mov(x86::edi, call.count * static_cast<std::uint32_t>(lanes_));
    const x86::Gp arguments[] = {x86::rsi, x86::rdx, x86::rcx};
    for (int k = 0; k < 3; ++k)
      a_.lea(arguments[k], mem({MemoryPlace::Area::scratch, call.arrays[k]}));
    const auto function = call.code == Code::sin
                              ? reinterpret_cast<std::uint64_t>(&sines_and_cosines)
                              : reinterpret_cast<std::uint64_t>(batch_function(call.code));
    a_.mov(x86::rax, function);
    a_.call(x86::rax);
  }

  void enter(const MachineLoop& loop) {
    a_.mov(counter_, loop.count);
    for (std::size_t s = 0; s < loop.streams.size(); ++s)
      a_.lea(streams_[s], mem({loop.streams[s].area, loop.streams[s].start}));
  }

  void leave(const MachineLoop& loop) {
    for (std::size_t s = 0; s < loop.streams.size(); ++s)
      a_.add(streams_[s],
             loop.streams[s].stride * static_cast<std::int64_t>(lanes_ * sizeof(double)));
    a_.dec(counter_);
    a_.jnz(repeat_);
  }

  const MachineProgram& program_;
  const std::vector<double>& constants_;
  const std::size_t lanes_;
  Errors errors_;
  asmjit::CodeHolder code_;
  x86::Assembler a_;
  asmjit::Label pool_, masks_;
  x86::Gp inputs_ = x86::rdi, outputs_ = x86::rsi, scratch_ = x86::rdx;
  // of loops, which contain no calls
  const x86::Gp streams_[loop_streams] = {x86::rcx, x86::r8, x86::r9, x86::r10, x86::r11};
  const x86::Gp counter_ = x86::eax;
  asmjit::Label repeat_;
};

}  // namespace

MachineCode::MachineCode(const Tape& tape, std::size_t straight)
    : Evaluator(tape.input_count, tape.outputs.size()),
      tape_(fuse_products(tape, FactorOrder::as_ready)),
      straight_(straight),
      single_(assemble(tape_, 1, straight)) {}

MachineCode::Kernel MachineCode::assemble(const Tape& tape, std::size_t lanes,
                                          std::size_t straight) {
  const bool is_long = tape.instructions.size() > long_tape && tape.waypoints.empty();
  const MachineOrder order =
      order_for_machine(tape, is_long ? OrderRule::heavier_first : OrderRule::later_first);
  const bool may_loop = tape.instructions.size() > straight && tape.waypoints.empty();
  const std::vector<Loop> loops = may_loop ? find_loops(tape, order) : std::vector<Loop>();
  MachineProgram program =
      loops.empty() ? allocate_registers(tape, order) : looped_program(tape, order, loops);
  // another order is worth trying where this one spills much
  if (!is_long && loops.empty() && program.memory_traffic > tape.instructions.size() / 8) {
    MachineProgram other =
        allocate_registers(tape, order_for_machine(tape, OrderRule::heavier_first));
    if (other.memory_traffic < program.memory_traffic) program = std::move(other);
  }
  Kernel kernel;
  kernel.scratch = program.scratch * lanes;
  kernel.code = Emitter(program, tape.constants, lanes).emit();
  kernel.run = reinterpret_cast<Function>(const_cast<void*>(kernel.code.begin()));
  return kernel;
}

const MachineCode::Kernel& MachineCode::four_lanes() const {
  // call_once works through thread-local storage, which a shared library reaches by a call
  if (!has_four_lanes_.load(std::memory_order_acquire))
    std::call_once(four_lanes_once_, [&] {
      four_ = assemble(tape_, wide, straight_);
      has_four_lanes_.store(true, std::memory_order_release);
    });
  return four_;
}

std::size_t MachineCode::workspace_size(std::size_t lanes) const {
  if (lanes == 1) return single_.scratch;
  if (lanes == wide) return four_lanes().scratch;
  return four_lanes().scratch + wide * (input_count() + output_count());
}

void MachineCode::evaluate(const double* inputs, double* outputs, double* workspace) const {
  single_.run(inputs, outputs, workspace);
}

void MachineCode::evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                                 double* workspace) const {
  assert(lanes >= 1);
  if (lanes == 1) return evaluate(inputs, outputs, workspace);
  const Kernel& kernel = four_lanes();
  if (lanes == wide) return kernel.run(inputs, outputs, workspace);
  // four lanes at a time through a separate block; one that is not full repeats its last lane
  double* const block_inputs = workspace + kernel.scratch;
  double* const block_outputs = block_inputs + wide * input_count();
  for (std::size_t first = 0; first < lanes; first += wide) {
    const std::size_t present = std::min(wide, lanes - first);
    for (std::size_t i = 0; i < input_count(); ++i)
      for (std::size_t lane = 0; lane < wide; ++lane)
        block_inputs[i * wide + lane] = inputs[i * lanes + first + std::min(lane, present - 1)];
    kernel.run(block_inputs, block_outputs, workspace);
    for (std::size_t k = 0; k < output_count(); ++k)
      std::copy_n(block_outputs + k * wide, present, outputs + k * lanes + first);
  }
}

}  // namespace alembert::x86
