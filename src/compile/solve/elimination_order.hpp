#pragma once
/// The order in which a sparse symmetric matrix is eliminated so that few entries fill in.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace alembert {

/// Up to this many unknowns, time is lost by pivots that wait for each other; beyond, by code and
/// numbers that come from memory.
inline constexpr std::size_t most_waiting_unknowns = 200;

struct EliminationOrder {
  std::vector<std::uint32_t> unknowns;
  std::size_t multiplications = 0;  ///< of the factorisation
};

/// The order of least degree, for the unknowns 0 … size − 1 coupled by `pairs`. Those from
/// `first_late` on, the multipliers of constraints, come only after all earlier unknowns that they
/// are paired with: the pivot of a row is then positive as long as the row is independent of the
/// rows before it.
EliminationOrder elimination_order(
    std::size_t size, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs,
    std::size_t first_late);

}  // namespace alembert
