#pragma once
/// Parts of a long program that repeat themselves while their operands move on evenly, as the links
/// of a chain do. Written as loops, they are compact however often they repeat.

#include <array>
#include <cstdint>
#include <vector>

#include "compile/x86/machine_order.hpp"

namespace alembert::x86 {

/// Where a repeated instruction takes an operand from, in repetition k = 0, 1, …
struct LoopOperand {
  enum class From : std::uint8_t {
    same,    ///< the result of `place` in the same repetition
    before,  ///< the result of `place`, `back` repetitions before
    fixed,   ///< always `value`
    input,   ///< `value` + k · stride, all of them inputs
    /// of the earlier loop `loop`, the result of `place` in its repetition first + k · stride
    results,
    calls,  ///< of the batch `loop`, the result first + k · stride (see call_index)
  };
  From from = From::fixed;
  ValueId value = no_value;
  std::uint32_t place = 0, back = 0, loop = 0;
  std::int32_t first = 0, stride = 0;
};

/// The results of a batch, counted: sines of sines and cosines, and the results of other functions,
/// are even, cosines are odd.
inline std::uint32_t call_index(std::size_t argument, bool is_cosine) {
  return static_cast<std::uint32_t>(2 * argument + (is_cosine ? 1 : 0));
}

/// Addresses that move at different speeds need a register each in a loop; this many are available.
inline constexpr std::size_t loop_streams = 5;

/// Steps of an order: first + k · period + place, with place = 0 … period − 1 and k = 0 … count −
/// 1.
struct Loop {
  std::uint32_t first = 0, period = 0, count = 0;
  std::vector<std::array<LoopOperand, 3>> operands;  ///< by place

  /// The outputs that hold the results of a place: `first` + k · stride; `never` if there are none.
  struct Outputs {
    std::uint32_t first;
    std::int32_t stride = 0;
  };
  std::vector<Outputs> outputs;  ///< by place

  std::uint32_t end() const { return first + period * count; }
};

/// The loops of an order, the first one first; they do not overlap.
std::vector<Loop> find_loops(const Tape& tape, const MachineOrder& order);

}  // namespace alembert::x86
