#pragma once
/// Products that are used once join the sum that uses them.

#include "compile/tape.hpp"

namespace alembert {

/// The same tape with each product that only one sum or difference uses computed there: a b + c in one
/// instruction.
Tape fuse_products(const Tape& tape);

}  // namespace alembert
