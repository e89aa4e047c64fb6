#pragma once
/// Formulas in numbers, once: for values known when a model is read. Motion uses `compile` instead.

#include <unordered_map>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// Numbers for symbols.
using Assignment = std::unordered_map<NodeId, double>;

/// The values of the formulas; a symbol without a number counts as NaN.
std::vector<double> evaluate(const Graph& graph, const std::vector<NodeId>& formulas,
                             const Assignment& values);

}  // namespace alembert
