#pragma once
/// Machine programs in which repetitions are loops.

#include "compile/x86/loops.hpp"
#include "compile/x86/registers.hpp"

namespace alembert::x86 {

/// The program of an order with its loops (find_loops). No value stays in a register between its
/// pieces: results that others need lie in scratch memory (compile/x86/result_places.hpp).
MachineProgram looped_program(const Tape& tape, const MachineOrder& order,
                              const std::vector<Loop>& loops);

}  // namespace alembert::x86
