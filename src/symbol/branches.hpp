#pragma once
/// The branches of a formula in which its nodes are used, for the reverse sweep; private to this
/// layer.

#include <unordered_map>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// A part of the formula's domain: inside some branches, or everywhere.
using BranchId = std::uint32_t;

/// A derivative of the formula by a node, as one of its uses has it. Its value may be infinite or
/// undefined outside its branch, such as the derivative by the operand of sqrt(x) in if(x > 0,
/// sqrt(x), 0). It is therefore multiplied on as it stands and set to zero outside its branch only
/// at the end, so that 0·∞ never occurs.
struct Adjoint {
  NodeId value = no_node;
  BranchId branch = 0;
};

class Branches {
 public:
  static constexpr BranchId everywhere = 0;

  explicit Branches(Graph& graph) : g_(graph) {}

  /// The part of `outer` where the condition holds, or where it does not.
  BranchId inside(BranchId outer, NodeId condition, bool holds);

  /// The sum of terms, each zero outside its branch.
  NodeId masked_sum(std::vector<Adjoint> terms);

  /// The sum as one term, in the smallest branch that holds them all.
  Adjoint sum(const std::vector<Adjoint>& terms);

 private:
  struct Branch {
    BranchId outer;
    NodeId condition;
    bool holds;
    std::uint32_t depth;
  };

  static std::uint64_t key(BranchId outer, NodeId condition, bool holds);
  BranchId where_positive(NodeId indicator);
  std::vector<Adjoint> joined(const std::vector<Adjoint>& terms);

  Graph& g_;
  std::vector<Branch> branches_{{everywhere, no_node, true, 0}};
  std::unordered_map<std::uint64_t, BranchId> known_;
};

/// The derivative of the formula by one of its nodes, while it is collected from the node's uses.
class Collected {
 public:
  void add(Graph& graph, const Adjoint& term);
  bool empty() const { return first_.value == no_node; }
  Adjoint sum(Branches& branches) const;
  NodeId masked_sum(Branches& branches) const;

 private:
  std::vector<Adjoint> terms() const;

  Adjoint first_;
  std::vector<Adjoint> others_;  ///< in other branches: few formulas have any
};

}  // namespace alembert
