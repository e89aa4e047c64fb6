#pragma once
/// Functions that machine code does not compute in line, for many arguments in one call.
///
/// Sines and cosines are computed together, four angles at a time; all others call the standard
/// library, so that they are what `apply` gives, to the bit.

#include <cstddef>

#include "compile/tape.hpp"

namespace alembert::x86 {

/// result[i] from a[i] and, for functions of two arguments, b[i].
using BatchFunction = void (*)(std::size_t count, const double* a, const double* b, double* result);

/// The function of a code that `needs_batch`.
BatchFunction batch_function(Code code);

/// Whether machine code calls a function for this code; sine and cosine are called together.
bool needs_batch(Code code);

/// The sines and cosines of `count` angles of any size, each within 1.5 units in the last place:
/// own polynomials for angles up to 2²⁰, the standard library beyond. Where an angle stands in its
/// batch does not matter to the bit. Needs AVX2 and FMA.
void sines_and_cosines(std::size_t count, const double* angles, double* sines, double* cosines);

}  // namespace alembert::x86
