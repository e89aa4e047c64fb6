#pragma once
/// Formulas with like terms of sums collected, which costs fewer operations.

#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// The same formulas, where no sum names a term twice, and neighbours with the same factor are
/// added before they are multiplied: (2 x − 3 y) − 2 x becomes −3 y, and 4 x + 4 y + 4 x + 4 y
/// becomes 8 (x + y). Values change by rounding only, and not for the worse: no factor is
/// multiplied into a sum, where small differences of large numbers would lose their digits, and the
/// order of a sum is kept unless terms of it meet. Meant for formulas that are evaluated often;
/// those that a person wrote should be read back as they are.
std::vector<NodeId> collect_terms(Graph& graph, const std::vector<NodeId>& formulas);

}  // namespace alembert
