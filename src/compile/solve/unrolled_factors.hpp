#pragma once
/// LDLᵀ of a sparse symmetric matrix of formulas, as formulas: the solver as a part of the graph.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compile/solve/elimination_order.hpp"
#include "symbol/graph.hpp"

namespace alembert {

/// An entry of a symmetric matrix; one of the two triangles is enough.
struct SymmetricEntry {
  std::uint32_t row, column;
  NodeId value;
};

/// The order with the least fill-in for these entries.
EliminationOrder elimination_order(const Graph& graph, std::size_t size,
                                   const std::vector<SymmetricEntry>& entries,
                                   std::size_t first_late);

class UnrolledFactors {
 public:
  /// Factorises the matrix in an order of elimination_order.hpp: early unknowns have positive
  /// pivots, late ones negative pivots.
  UnrolledFactors(Graph& graph, const EliminationOrder& order,
                  const std::vector<SymmetricEntry>& entries);

  /// x with (LDLᵀ) x = y.
  std::vector<NodeId> solve(std::vector<NodeId> y) const;

  /// The same factors with `formula(…)` in place of every entry of L and every reciprocal of D, for
  /// instance with inputs that stand for their values: `solve` then costs no factorisation.
  template <class Formula>
  UnrolledFactors with(const Formula& formula) const {
    UnrolledFactors other = *this;
    for (Entry& entry : other.L_) entry.value = formula(entry.value);
    for (NodeId& reciprocal : other.reciprocal_) reciprocal = formula(reciprocal);
    return other;
  }

  /// D, by unknown.
  const std::vector<NodeId>& pivots() const { return pivot_; }
  const std::vector<NodeId>& reciprocals() const { return reciprocal_; }
  /// Entries of L below its diagonal.
  std::size_t entries() const { return L_.size(); }

 private:
  struct Entry {
    std::uint32_t row;
    NodeId value;
  };

  Graph& graph_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t>
      column_;  ///< where the column of L of the k-th eliminated unknown starts
  std::vector<Entry> L_;
  std::vector<NodeId> pivot_, reciprocal_;  ///< by unknown
};

}  // namespace alembert
