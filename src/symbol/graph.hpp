#pragma once
/// All formulas of one system as one shared graph: equal formulas are one node.
///
/// Nodes stand in parallel arrays, operands always before the nodes that use them, so that every
/// algorithm over formulas is a loop over increasing ids and none of them recurses. Only local
/// rules are applied (0 and 1, signs, constants to the front of products, folding where the result
/// is finite); there is no simplifier, because sharing already keeps derivatives small.

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbol/operation.hpp"

namespace alembert {

/// The place of a node in its graph.
using NodeId = std::uint32_t;
inline constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

/// What a symbol stands for. Each is one bit, so that a node can carry those it depends on.
enum class Kind : std::uint8_t {
  parameter = 1,
  coordinate = 2,
  velocity = 4,
  acceleration = 8,
  time = 16,
  force = 32,  ///< multipliers, reactions, powers, energy: known only with the motion
};

/// A set of kinds, as bits.
class Kinds {
 public:
  constexpr Kinds() = default;
  constexpr Kinds(Kind kind) : bits_(static_cast<std::uint8_t>(kind)) {}  // NOLINT: a kind is a set
  constexpr bool has(Kinds any) const { return (bits_ & any.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  /// The kind of a set of one.
  constexpr Kind only() const { return static_cast<Kind>(bits_); }
  constexpr Kinds operator|(Kinds other) const { return Kinds(bits_ | other.bits_); }
  constexpr bool operator==(const Kinds&) const = default;

 private:
  constexpr explicit Kinds(int bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  std::uint8_t bits_ = 0;
};
constexpr Kinds operator|(Kind a, Kind b) { return Kinds(a) | Kinds(b); }

/// Lets a table with names as keys be searched by a string_view.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

class Graph {
 public:
  Graph();

  /// Makes room for so many nodes, so that the graph need not move while it grows to that size.
  void reserve(std::size_t nodes);

  /// The node of a number; equal numbers are one node.
  NodeId constant(double value);

  /// The symbol of that name, made at its first mention. A later mention must be of the same kind.
  NodeId symbol(std::string_view name, Kind kind);

  /// The symbol of that name, or `no_node`.
  NodeId find_symbol(std::string_view name) const;

  /// The node that applies `op`, after the local rules; an existing equal node is returned.
  NodeId make(Op op, NodeId a, NodeId b = no_node, NodeId c = no_node);

  /// States that the time derivative of a node is `rate`: x' for x, 1 for t, and whatever
  /// `time_derivative` has found. A rate stated for a symbol makes those found before it void.
  void set_rate(NodeId node, NodeId rate);
  /// The time derivative of a node, or `no_node` where it is not known yet. Numbers, parameters and
  /// symbols without a stated rate do not move.
  NodeId rate(NodeId node) const;

  Op op(NodeId node) const { return op_[node]; }
  NodeId a(NodeId node) const { return a_[node]; }
  NodeId b(NodeId node) const { return b_[node]; }
  NodeId c(NodeId node) const { return c_[node]; }
  /// The number of a constant node.
  double value(NodeId constant) const { return values_[a_[constant]]; }
  /// The name of a symbol node.
  const std::string& name(NodeId symbol) const { return names_[a_[symbol]]; }
  /// What a symbol node stands for.
  Kind kind(NodeId symbol) const { return kinds_[symbol].only(); }
  /// The kinds of symbols that a node depends on.
  Kinds kinds(NodeId node) const { return kinds_[node]; }

  bool is_constant(NodeId node) const { return op_[node] == Op::constant; }
  bool is_symbol(NodeId node) const { return op_[node] == Op::symbol; }
  bool is_value(NodeId node, double value) const {
    return is_constant(node) && this->value(node) == value;
  }
  NodeId zero() const { return zero_; }
  NodeId one() const { return one_; }

  /// Number of nodes ever made.
  std::size_t size() const { return op_.size(); }

 private:
  NodeId intern(Op op, NodeId a, NodeId b, NodeId c);
  NodeId append(Op op, NodeId a, NodeId b, NodeId c, Kinds kinds);
  void set_table_size(std::size_t slots);
  NodeId fold(Op op, NodeId a, NodeId b, NodeId c);
  bool leads_with_minus(NodeId node) const;
  NodeId make_add(NodeId a, NodeId b);
  NodeId make_subtract(NodeId a, NodeId b);
  NodeId make_multiply(NodeId a, NodeId b);
  NodeId make_divide(NodeId a, NodeId b);
  NodeId make_negate(NodeId a);
  NodeId make_power(NodeId a, NodeId b);
  NodeId make_choose(NodeId condition, NodeId yes, NodeId no);

  std::vector<Op> op_;
  std::vector<NodeId> a_, b_, c_;
  std::vector<Kinds> kinds_;
  std::vector<NodeId> rate_;   ///< up to the last node that was given one
  std::vector<NodeId> table_;  ///< open addressing over the nodes that apply an operation
  std::size_t interned_ = 0;

  std::vector<double> values_;
  std::unordered_map<std::uint64_t, NodeId> constants_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, NodeId, TextHash, std::equal_to<>> symbols_;
  NodeId zero_ = 0, one_ = 0;
};

/// The nodes that the roots need, roots included, in increasing order.
std::vector<NodeId> reachable(const Graph& graph, const std::vector<NodeId>& roots);

/// A symbol and what takes its place.
struct Replacement {
  NodeId symbol;
  NodeId with;
};

/// The formulas with symbols replaced, all at once.
std::vector<NodeId> substitute(Graph& graph, const std::vector<NodeId>& formulas,
                               const std::vector<Replacement>& replacements);

}  // namespace alembert
