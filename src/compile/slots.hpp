#pragma once
/// Where the interpreter keeps its values: few places, each used again when its value is no longer
/// needed.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compile/tape.hpp"

namespace alembert {

using Slot = std::uint32_t;
inline constexpr Slot no_slot = static_cast<Slot>(-1);

struct Slots {
  std::vector<Slot> of_value;  ///< by value; `no_slot` for a value that nothing uses
  std::size_t count = 0;
};

/// A slot for each value. Constant i is in slot i for good. All inputs are there before the first
/// instruction and all outputs after the last; in between a slot passes on after the last use of
/// its value, at the earliest to the result of the instruction that reads it last.
Slots assign_slots(const Tape& tape);

}  // namespace alembert
