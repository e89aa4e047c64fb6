#pragma once
/// Machine programs in which what repeats itself is a loop.

#include "compile/loops.hpp"
#include "compile/registers.hpp"

namespace alembert {

/// The program of an order with these loops of it (find_loops). Between its pieces nothing stays in registers: results
/// that others need lie in scratch memory (compile/result_places.hpp).
MachineProgram rolled_program(const Tape& tape, const MachineOrder& order,
                              const std::vector<Loop>& loops);

}  // namespace alembert
