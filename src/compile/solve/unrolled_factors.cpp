#include "compile/solve/unrolled_factors.hpp"

#include <algorithm>
#include <utility>

#include "compile/solve/pivot_fractions.hpp"

namespace alembert {

namespace {

using Index = std::uint32_t;

/// The part of a symmetric matrix that is not eliminated yet, row by row without the diagonal.
class Remainder {
 public:
  struct Entry {
    Index column;
    NodeId value;
  };
  using Row = std::vector<Entry>;  // columns increasing

  Remainder(Graph& graph, std::size_t size)
      : graph_(graph), rows_(size), diagonal_(size, graph.zero()) {}

  Row take(Index row) { return std::move(rows_[row]); }
  NodeId& diagonal(Index i) { return diagonal_[i]; }

  /// Entry (row, column) of either triangle; inserted as zero if it was missing.
  void subtract(Index row, Index column, NodeId value) {
    if (row == column) {
      diagonal_[row] = graph_.make(Op::subtract, diagonal_[row], value);
      return;
    }
    NodeId& entry = at(row, column);
    entry = graph_.make(Op::subtract, entry, value);
    at(column, row) = entry;
  }
  void set(Index row, Index column, NodeId value) {
    if (row == column)
      diagonal_[row] = value;
    else
      at(row, column) = at(column, row) = value;
  }
  void remove(Index row, Index column) {
    Row& entries = rows_[row];
    entries.erase(find(entries, column));
  }

 private:
  static Row::iterator find(Row& entries, Index column) {
    return std::lower_bound(entries.begin(), entries.end(), column,
                            [](const Entry& entry, Index c) { return entry.column < c; });
  }
  NodeId& at(Index row, Index column) {
    Row& entries = rows_[row];
    auto place = find(entries, column);
    if (place == entries.end() || place->column != column)
      place = entries.insert(place, {column, graph_.zero()});
    return place->value;
  }

  Graph& graph_;
  std::vector<Row> rows_;
  std::vector<NodeId> diagonal_;
};

}  // namespace

EliminationOrder elimination_order(const Graph& graph, std::size_t size,
                                   const std::vector<SymmetricEntry>& entries,
                                   std::size_t first_late) {
  std::vector<std::pair<Index, Index>> pairs;
  for (const auto& [row, column, value] : entries)
    if (value != graph.zero()) pairs.emplace_back(row, column);
  return elimination_order(size, pairs, first_late);
}

UnrolledFactors::UnrolledFactors(Graph& graph, const EliminationOrder& order,
                                 const std::vector<SymmetricEntry>& entries)
    : graph_(graph), order_(order.unknowns), pivot_(order_.size()), reciprocal_(order_.size()) {
  Remainder remainder(graph, order_.size());
  for (const auto& [row, column, value] : entries)
    if (value != graph.zero()) remainder.set(row, column, value);
  PivotFractions pivots(graph, order_.size());
  for (const Index pivot : order_) {
    column_.push_back(L_.size());
    const PivotFractions::Fraction fraction = pivots.complete(pivot, remainder.diagonal(pivot));
    pivot_[pivot] = graph.make(Op::divide, fraction.numerator, fraction.denominator);
    reciprocal_[pivot] = graph.make(Op::divide, fraction.denominator, fraction.numerator);
    const Remainder::Row row = remainder.take(pivot);
    for (const auto& [i, value] : row) remainder.remove(i, pivot);
    for (const auto& [i, value] : row) {
      const NodeId l = graph.make(Op::multiply, value, reciprocal_[pivot]);
      L_.push_back({i, l});
      // the lower triangle of the remaining columns
      for (const auto& [j, other] : row) {
        if (j >= i) break;
        remainder.subtract(i, j, graph.make(Op::multiply, l, other));
      }
      pivots.update(i, pivot, value, l);
    }
  }
  column_.push_back(L_.size());
}

std::vector<NodeId> UnrolledFactors::solve(std::vector<NodeId> y) const {
  const auto subtract_product = [&](NodeId& sum, NodeId a, NodeId b) {
    sum = graph_.make(Op::subtract, sum, graph_.make(Op::multiply, a, b));
  };
  for (std::size_t k = 0; k < order_.size(); ++k)
    for (std::size_t e = column_[k]; e < column_[k + 1]; ++e)
      subtract_product(y[L_[e].row], L_[e].value, y[order_[k]]);
  for (std::size_t k = order_.size(); k-- > 0;) {
    NodeId& x = y[order_[k]];
    x = graph_.make(Op::multiply, x, reciprocal_[order_[k]]);
    for (std::size_t e = column_[k]; e < column_[k + 1]; ++e)
      subtract_product(x, L_[e].value, y[L_[e].row]);
  }
  return y;
}

}  // namespace alembert
