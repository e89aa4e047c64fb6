#pragma once
/// One lock for all motions of a system. An instant is integrated in the workspace of its run, and formulas are
/// worked out on the graph that the motions of one system share: whoever reads waits for others who do.

#include <memory>
#include <mutex>

#include "symbol/graph.hpp"

namespace alembert {

/// The lock of that graph, the same as long as somebody has it.
std::shared_ptr<std::mutex> reading_lock(const Graph& graph);

}  // namespace alembert
