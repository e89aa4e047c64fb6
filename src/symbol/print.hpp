#pragma once
/// Formulas as text in the notation of the model language, which reads back to the same graph.

#include <string>
#include <unordered_map>

#include "symbol/graph.hpp"

namespace alembert {

/// Names for nodes that are printed by name instead of by formula.
using NodeNames = std::unordered_map<NodeId, std::string>;

/// A number with just the digits it needs to read back exactly: 0.5, 1e-10, 9.81.
std::string number_text(double value);

/// The formula as text. A node in `names` prints as its name, except at the root.
std::string to_text(const Graph& graph, NodeId formula, const NodeNames& names = {});

/// The same where a condition is asked for: a < b, or f > 0 for a formula that compares nothing.
std::string condition_text(const Graph& graph, NodeId formula, const NodeNames& names = {});

}  // namespace alembert
