#pragma once
/// How large the terms of formulas are that may cancel each other: what rounding in their values is relative to.

#include <vector>

#include "symbol/evaluate.hpp"
#include "symbol/expr.hpp"

namespace alembert {

/// Of 0.1 cos(a) + 0.2 cos(b) − 0.3 at a = b = 0 that is 0.6, while the value is 0 but for rounding. At least the size
/// of the value.
std::vector<double> sizes_of_terms(const Graph& graph, const std::vector<NodeId>& formulas,
                                   const Assignment& values);

/// The same as formulas of the graph, for those who evaluate them often.
std::vector<NodeId> formulas_of_term_sizes(Graph& graph, const std::vector<NodeId>& formulas);

/// The sums of |x| over what is added up in each formula, by their values: of (x − c)² + y² − l², three numbers.
std::vector<double> sizes_of_summands(const Graph& graph, const std::vector<NodeId>& formulas,
                                      const Assignment& values);

}  // namespace alembert
