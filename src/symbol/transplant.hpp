#pragma once
/// Formulas copied from one graph into another, with some symbols bound to numbers on the way.

#include <vector>

#include "symbol/evaluate.hpp"
#include "symbol/graph.hpp"

namespace alembert {

/// The formulas of `from` in `to`. Symbols with a number in `bound` become that number, and what it
/// makes constant is folded; the others keep name and kind.
std::vector<NodeId> transplant(const Graph& from, const std::vector<NodeId>& formulas,
                               const Assignment& bound, Graph& to);

}  // namespace alembert
