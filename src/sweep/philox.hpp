#pragma once
/// Random numbers that are a function of their index: the same for any number of workers in any
/// order.
///
/// Philox 4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
/// 2011.

#include <array>
#include <cstdint>

namespace alembert {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// The block of random bits that belongs to a counter and a key.
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

/// The number of (seed, run, dimension), evenly spread over the open interval (0, 1), on a grid of
/// 2⁻⁵³.
double uniform_number(std::uint64_t seed, std::uint64_t run, std::uint64_t dimension);

}  // namespace alembert
