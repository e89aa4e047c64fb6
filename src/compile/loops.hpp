#pragma once
/// Parts of a long program that repeat themselves while their operands move on evenly, as the links of a chain do.
/// Written as loops, they are compact however often they repeat.

#include <array>
#include <cstdint>
#include <vector>

#include "compile/machine_order.hpp"

namespace alembert {

/// Where a repeated instruction has an operand from, in repetition k = 0, 1, …
struct LoopOperand {
  enum class From : std::uint8_t {
    same,    ///< the result of `place` in the same repetition
    before,  ///< the result of `place`, `back` repetitions before
    fixed,   ///< always `value`
    input,   ///< `value` + k · stride, all of them inputs
    results,  ///< of the earlier loop `loop`, the results of `place` in its repetition first + k · stride
  };
  From from = From::fixed;
  Value value = no_value;
  std::uint32_t place = 0, back = 0, loop = 0;
  std::int32_t first = 0, stride = 0;
};

/// Addresses that move at different speeds take a register each in a loop, and there are so many of them.
inline constexpr std::size_t loop_streams = 5;

/// Steps of an order: first + k · period + place, with place = 0 … period − 1 and k = 0 … count − 1.
struct Loop {
  std::uint32_t first = 0, period = 0, count = 0;
  std::vector<std::array<LoopOperand, 3>> operands;  ///< by place

  /// Outputs that the results of a place are: `first` + k · stride; `never` where they are none.
  struct Outputs {
    std::uint32_t first;
    std::int32_t stride = 0;
  };
  std::vector<Outputs> outputs;  ///< by place

  std::uint32_t end() const { return first + period * count; }
};

/// The loops of an order, the first one first; they do not overlap.
std::vector<Loop> find_loops(const Tape& tape, const MachineOrder& order);

}  // namespace alembert
