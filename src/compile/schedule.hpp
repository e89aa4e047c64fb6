#pragma once
/// The order of the instructions.

#include <cstddef>

#include "compile/tape.hpp"

namespace alembert {

/// The same tape with instructions of equal code brought together where dependencies allow, so that
/// the interpreter dispatches once for many of them. At most `window` instructions wait at a time:
/// that bounds how far a value is made ahead of its use, and so the number of slots.
Tape group_by_code(const Tape& tape, std::size_t window);

}  // namespace alembert
