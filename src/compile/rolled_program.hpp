#pragma once
/// Machine programs in which what repeats itself is a loop.

#include "compile/loops.hpp"
#include "compile/registers.hpp"

namespace alembert {

/// The program of an order with these loops of it (find_loops). Results that cross from one piece of the program to
/// another, or from one repetition to another, lie in scratch memory: those of a loop side by side, repetition after
/// repetition.
MachineProgram rolled_program(const Tape& tape, const MachineOrder& order,
                              const std::vector<Loop>& loops);

}  // namespace alembert
