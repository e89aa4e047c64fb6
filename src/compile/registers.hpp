#pragma once
/// From a tape in its order to instructions of the machine: which register each value is in, and when it
/// goes to memory and back.

#include <cstdint>
#include <vector>

#include "compile/machine_order.hpp"

namespace alembert {

/// Where a value lies in memory.
struct Place {
  enum class Area : std::uint8_t { nowhere, constant, input, output, scratch };
  Area area = Area::nowhere;
  std::uint32_t index = 0;
  bool operator==(const Place&) const = default;
};

/// What a machine instruction does with target, x, y and z. The second source y of the first group, and of
/// the fused ones, may lie in memory; the others take registers.
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
};

/// The signs of a fused operation: a b + c, a b − c, c − a b.
enum class FusedSigns : std::uint8_t { plus, minus, reversed };

using Register = std::uint8_t;
inline constexpr Register no_register = 255;

struct MachineInstruction {
  MachineOp op;
  FusedSigns signs = FusedSigns::plus;
  Register target = no_register, x = no_register, z = no_register, third = no_register;
  Place y = {};             ///< in memory, or nowhere: then the register z
  std::uint32_t index = 0;  ///< of a call
};

/// A batch with the first places, in scratch memory, of its three arrays: angles, sines and cosines, or first
/// arguments, second arguments and results.
struct MachineCall {
  Code code;
  std::uint32_t count;
  std::uint32_t arrays[3];
};

struct MachineProgram {
  std::vector<MachineInstruction> instructions;
  std::vector<MachineCall> calls;
  std::uint32_t scratch = 0;       ///< places in scratch memory
  std::size_t memory_traffic = 0;  ///< loads and stores of values that registers could not keep
};

/// Registers that the program may use: 0, 1, ... below this. The rest is the emitter's.
inline constexpr Register register_count = 14;

/// Keeps in registers what is used soonest.
MachineProgram allocate_registers(const Tape& tape, const MachineOrder& order);

}  // namespace alembert
