#pragma once
/// By how much a condition holds.

#include "symbol/graph.hpp"

namespace alembert {

/// A formula that is positive where the condition holds and negative where it does not: b − a for a
/// < b. Conditions within conditions are choices between them.
NodeId margin_of(Graph& graph, NodeId condition);

}  // namespace alembert
