#pragma once
/// Degrees of freedom, as far as they follow from the structure of the equations.

#include <cstddef>

#include "mechanics/equations.hpp"

namespace alembert {

/// Counts from the pattern of A alone; the rank in numbers can only be smaller.
struct FreedomCount {
  std::size_t coordinates;
  std::size_t rows;
  std::size_t repeated_rows;    ///< rows whose formulas repeat those of an earlier row
  std::size_t structural_rank;  ///< largest rank that a matrix of this pattern can have
  std::size_t freedoms;         ///< coordinates − structural rank
};

FreedomCount count_freedoms(const Equations& equations);

}  // namespace alembert
