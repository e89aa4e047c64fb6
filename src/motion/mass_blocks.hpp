#pragma once
/// Coordinates that M couples: their inertias are of one kind, and compare in any units.

#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// Coordinates of one block, increasing.
using MassBlock = std::vector<std::size_t>;

/// All coordinates, each in its block; the blocks in the order of their first coordinates.
std::vector<MassBlock> mass_blocks(const FormulaMatrix& M);

}  // namespace alembert
