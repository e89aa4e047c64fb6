#pragma once
/// Pivots of an elimination as fractions, so that they need not wait for each other's divisions.
///
/// In a chain each pivot waits for the reciprocal of the one before, p′ = q − e²/p, and divisions
/// are slow. With p = N/D, p′ = (q N − e² D)/N: only the numerators wait for each other, for a
/// multiplication and a sum each, and all divisions run in parallel.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

class PivotFractions {
 public:
  PivotFractions(Graph& graph, std::size_t unknowns);

  /// Notes that l e = e²/p of an eliminated unknown is to be taken from the diagonal entry of
  /// another.
  void update(std::uint32_t unknown, std::uint32_t pivot, NodeId e, NodeId l);

  struct Fraction {
    NodeId numerator, denominator;
  };
  /// The pivot of an unknown that is eliminated now, from its diagonal entry without the updates.
  Fraction complete(std::uint32_t unknown, NodeId diagonal);

 private:
  struct Update {
    std::uint32_t pivot;
    NodeId e, l;
  };
  struct Unknown {
    Fraction pivot{};  ///< once it is eliminated
    int factors = 0;   ///< number of factors of its numerator, less one
    int depth = 0;     ///< length of the longest chain of pivots that this one waits for
    std::vector<Update> updates = {};
  };

  bool is_late(const Update& update, int deepest) const;

  NodeId multiply(NodeId a, NodeId b) { return graph_.make(Op::multiply, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return graph_.make(Op::subtract, a, b); }

  Graph& graph_;
  std::vector<Unknown> unknowns_;
  const int most_factors_;
};

}  // namespace alembert
