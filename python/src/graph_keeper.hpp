#pragma once
/// The graph that formulas, systems and motions of Python share, and the right to work on it.

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>

#include "symbol/graph.hpp"

namespace alembert::python {

namespace py = pybind11;

/// Keeps a graph alive for everything that Python made of it. Runs release Python's lock, so the
/// graph has a lock of its own; it is recursive because functions called during a run may make
/// formulas.
struct GraphKeeper {
  explicit GraphKeeper(std::shared_ptr<Graph> kept) : graph(std::move(kept)) {}

  const std::shared_ptr<Graph> graph;
  std::recursive_mutex busy;
};

/// Locks a graph during its lifetime. Must be made with Python's lock held, which is released while
/// waiting: the holder of the graph may need it.
class Hold {
 public:
  explicit Hold(GraphKeeper& keeper) : lock_(keeper.busy, std::try_to_lock) {
    if (lock_.owns_lock()) return;
    const py::gil_scoped_release others_may_go_on;
    lock_.lock();
  }

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace alembert::python
