#pragma once
/// Values for the nodes that a sweep visits; private to this layer.

#include <algorithm>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// A value per node of an increasing list: an array over the ids where the list is dense, an array
/// over the list where it is a small part of a large graph, so that small formulas stay cheap.
template <class T>
class NodeMap {
 public:
  NodeMap(const std::vector<NodeId>& nodes, const T& initial) : nodes_(nodes) {
    if (nodes.empty()) return;
    const std::size_t range = nodes.back() - nodes.front() + std::size_t{1};
    is_dense_ = range <= 16 * nodes.size();
    values_.assign(is_dense_ ? range : nodes.size(), initial);
  }

  /// The value of a node of the list.
  T& operator[](NodeId node) { return values_[place(node)]; }
  const T& operator[](NodeId node) const { return values_[place(node)]; }

  /// The value of any node, or null where it certainly is not in the list.
  T* find(NodeId node) {
    if (nodes_.empty() || node < nodes_.front() || node > nodes_.back()) return nullptr;
    const std::size_t where = place(node);
    return is_dense_ || nodes_[where] == node ? &values_[where] : nullptr;
  }

 private:
  std::size_t place(NodeId node) const {
    if (is_dense_) return node - nodes_.front();
    return static_cast<std::size_t>(std::lower_bound(nodes_.begin(), nodes_.end(), node) -
                                    nodes_.begin());
  }

  const std::vector<NodeId>& nodes_;
  bool is_dense_ = true;
  std::vector<T> values_;
};

}  // namespace alembert
