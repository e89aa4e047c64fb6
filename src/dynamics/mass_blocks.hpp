#pragma once
/// Coordinates that belong together: M couples them, or M and the constraints do.

#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// Coordinates of one block, increasing.
using CoordinateBlock = std::vector<std::size_t>;

/// All coordinates, each in its block; the blocks in the order of their first coordinates. The
/// inertias of a block are of one kind, and compare in any units.
std::vector<CoordinateBlock> mass_blocks(const FormulaMatrix& M);

/// The same for coordinates that rows of A couple too: what moves one of them moves, but for
/// chance, all of the block.
std::vector<CoordinateBlock> coupled_blocks(const FormulaMatrix& M, const FormulaMatrix& A);

}  // namespace alembert
