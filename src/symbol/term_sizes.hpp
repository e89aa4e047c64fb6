#pragma once
/// The size of the terms of a formula that may cancel each other, to which the rounding in its
/// value is relative.

#include <vector>

#include "symbol/evaluate.hpp"
#include "symbol/expr.hpp"

namespace alembert {

/// For 0.1 cos(a) + 0.2 cos(b) − 0.3 at a = b = 0 it is 0.6, while the value is 0 but for rounding.
/// It is never less than the size of the value.
std::vector<double> sizes_of_terms(const Graph& graph, const std::vector<NodeId>& formulas,
                                   const Assignment& values);

/// The same as formulas of the graph, for callers that evaluate them often.
std::vector<NodeId> formulas_of_term_sizes(Graph& graph, const std::vector<NodeId>& formulas);

/// What the rounding in the value of each formula is relative to, to first order: |x − c| (|x| +
/// |c|) for (x − c)², which keeps its digits far from the origin where its terms are counted.
std::vector<double> sizes_of_rounding(const Graph& graph, const std::vector<NodeId>& formulas,
                                      const Assignment& values);

/// The sizes of what is added up in each formula: three numbers for (x − c)² + y² − l², two for l
/// sin(a) − x, where the size of the first is l.
std::vector<double> sizes_of_summands(const Graph& graph, const std::vector<NodeId>& formulas,
                                      const Assignment& values);

}  // namespace alembert
