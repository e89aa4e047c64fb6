#pragma once
/// One lock for all motions of a system. An instant is integrated in the workspace of its run, and
/// formulas are evaluated on the graph that the motions of one system share: one reader at a time.

#include <memory>
#include <mutex>

#include "symbol/graph.hpp"

namespace alembert {

/// The lock of that graph, the same one as long as it is held anywhere.
std::shared_ptr<std::mutex> reading_lock(const Graph& graph);

}  // namespace alembert
