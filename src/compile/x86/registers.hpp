#pragma once
/// From a tape in its order to instructions of the machine: which register each value is in, and
/// when it goes to memory and back.

#include <cstdint>
#include <optional>
#include <vector>

#include "compile/x86/machine_order.hpp"

namespace alembert::x86 {

/// Where a value lies in memory.
struct MemoryPlace {
  enum class Area : std::uint8_t { nowhere, constant, input, output, scratch };
  Area area = Area::nowhere;
  std::uint32_t index = 0;
  /// In a loop: the number of the stream that the index counts from; elsewhere the beginning of the
  /// area.
  std::uint8_t stream = no_stream;
  static constexpr std::uint8_t no_stream = 255;
  bool operator==(const MemoryPlace&) const = default;
};

/// What a machine instruction does with target, x, y and z. The second source y of the first group,
/// and of the fused ones, may lie in memory; the others take registers.
enum class MachineOp : std::uint8_t {
  load,   ///< target = y
  store,  ///< y = target
  move,   ///< target = x
  add,
  subtract,
  multiply,
  divide,
  fused_132,  ///< target = target y ± x
  fused_213,  ///< target = x target ± y
  fused_231,  ///< target = x y ± target
  sqrt,       ///< of x, as are the following
  negate,
  abs,
  sign,
  min,  ///< of x and z
  max,
  less,
  less_equal,
  choose,  ///< z where x is not 0, else the register `third`
  call,    ///< the call `index`
  // of the loop `index`
  enter_loop,   ///< sets its streams
  repeat_loop,  ///< each repetition begins here
  leave_loop,   ///< moves its streams on and goes back
};

/// The signs of a fused operation: a b + c, a b − c, c − a b.
enum class FusedSigns : std::uint8_t { plus, minus, reversed };

using Register = std::uint8_t;
inline constexpr Register no_register = 255;

struct MachineInstruction {
  MachineOp op;
  FusedSigns signs = FusedSigns::plus;
  Register target = no_register, x = no_register, z = no_register, third = no_register;
  MemoryPlace y = {};       ///< in memory, or nowhere: then the register z
  std::uint32_t index = 0;  ///< of a call or a loop
};

/// A batch with the first places, in scratch memory, of its three arrays: angles, sines and
/// cosines, or first arguments, second arguments and results.
struct MachineCall {
  Code code;
  std::uint32_t count;
  std::uint32_t arrays[3];
};

/// A loop, with the addresses that move: from `start` in their area, by `stride` places each time.
struct MachineLoop {
  struct Stream {
    MemoryPlace::Area area;
    std::int32_t stride;
    std::uint32_t start;
  };
  std::uint32_t count;
  std::vector<Stream> streams;
};

struct MachineProgram {
  std::vector<MachineInstruction> instructions;
  std::vector<MachineCall> calls;
  std::vector<MachineLoop> loops;
  std::uint32_t scratch = 0;       ///< places in scratch memory
  std::size_t memory_traffic = 0;  ///< loads and stores of values that registers could not keep
};

/// Registers that the program may use: 0, 1, ... below this. The rest is the emitter's.
inline constexpr Register register_count = 14;

/// Keeps in registers what is used soonest.
MachineProgram allocate_registers(const Tape& tape, const MachineOrder& order);

/// The surroundings of a piece of a program, which is a tape of its own.
struct Surroundings {
  std::vector<MemoryPlace> inputs, outputs;  ///< of its tape
  std::uint32_t first_scratch = 0;  ///< places in scratch memory below this are not its own

  /// An input of a loop that lies in no place of memory: it is the `result` of the previous
  /// repetition.
  struct HandedOn {
    ValueId input, result;
    MemoryPlace at_first;  ///< what it is in the first repetition
  };
  std::vector<HandedOn> handed_on = {};
  std::optional<MachineLoop> loop = {};
};

/// Appends a piece to a program; no value stays in a register between two pieces.
void append_piece(const Tape& tape, const MachineOrder& order, const Surroundings& around,
                  MachineProgram& program);

}  // namespace alembert::x86
