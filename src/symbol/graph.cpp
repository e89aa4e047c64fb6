#include "symbol/graph.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "symbol/node_map.hpp"

namespace alembert {

namespace {

// Where a node is looked for: first in some places near that of its latest operand, because most
// formulas are made of recent ones and the part of the table in use then stays in the cache; then
// in those of double hashing, so that many users of one operand do no harm.
class Probe {
 public:
  Probe(Op op, NodeId a, NodeId b, NodeId c) {
    // the order of commuting operands does not count
    if (is_commutative(op) && b < a) std::swap(a, b);
    hash_ = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15u;
    hash_ ^= (std::uint64_t{c} << 8 | static_cast<std::uint8_t>(op)) * 0xc2b2ae3d27d4eb4fu;
    hash_ ^= hash_ >> 29;
    hash_ *= 0xbf58476d1ce4e5b9u;
    hash_ ^= hash_ >> 32;
    const NodeId latest = std::max({a, b == no_node ? 0 : b, c == no_node ? 0 : c});
    near_ = std::size_t{2} * latest;
    slot_ = near_ + hash_ % neighbourhood;
  }

  std::size_t slot() const { return slot_; }
  void next() {
    ++tries_;
    slot_ =
        tries_ < near_tries ? near_ + (hash_ + tries_) % neighbourhood : slot_ + (hash_ >> 6 | 1);
  }

 private:
  static constexpr std::size_t neighbourhood = 256, near_tries = 16;

  std::uint64_t hash_;
  std::size_t near_, slot_, tries_ = 0;
};

}  // namespace

Graph::Graph() : table_(64, no_node) {
  zero_ = constant(0);
  one_ = constant(1);
}

NodeId Graph::append(Op op, NodeId a, NodeId b, NodeId c, Kinds kinds) {
  const NodeId node = static_cast<NodeId>(op_.size());
  op_.push_back(op);
  a_.push_back(a);
  b_.push_back(b);
  c_.push_back(c);
  kinds_.push_back(kinds);
  return node;
}

NodeId Graph::constant(double value) {
  if (value == 0) value = 0;  // one zero: -0 is 0
  const auto [place, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), no_node);
  if (is_new) {
    place->second =
        append(Op::constant, static_cast<NodeId>(values_.size()), no_node, no_node, Kinds());
    values_.push_back(value);
  }
  return place->second;
}

NodeId Graph::symbol(std::string_view name, Kind kind) {
  NodeId node = find_symbol(name);
  if (node == no_node) {
    node = append(Op::symbol, static_cast<NodeId>(names_.size()), no_node, no_node, kind);
    names_.emplace_back(name);
    symbols_.emplace(name, node);
  }
  assert(kinds_[node] == Kinds(kind));
  return node;
}

NodeId Graph::find_symbol(std::string_view name) const {
  const auto place = symbols_.find(name);
  return place == symbols_.end() ? no_node : place->second;
}

void Graph::set_rate(NodeId node, NodeId rate) {
  if (node >= rate_.size()) rate_.resize(size(), no_node);
  rate_[node] = rate;
  // only later nodes can depend on a symbol
  if (is_symbol(node))
    for (NodeId later = node + 1; later < rate_.size(); ++later)
      if (!is_symbol(later)) rate_[later] = no_node;
}

NodeId Graph::rate(NodeId node) const {
  constexpr Kinds moving = Kind::coordinate | Kind::velocity | Kind::acceleration | Kind::time;
  if (!kinds_[node].has(moving)) return zero_;
  const NodeId known = node < rate_.size() ? rate_[node] : no_node;
  return known == no_node && is_symbol(node) ? zero_ : known;
}

NodeId Graph::intern(Op op, NodeId a, NodeId b, NodeId c) {
  const std::size_t mask = table_.size() - 1;
  Probe probe(op, a, b, c);
  for (; table_[probe.slot() & mask] != no_node; probe.next()) {
    const NodeId node = table_[probe.slot() & mask];
    if (op_[node] != op || c_[node] != c) continue;
    if (a_[node] == a && b_[node] == b) return node;
    // a sum written as b + a is the node that was first written as a + b, and prints that way
    if (is_commutative(op) && a_[node] == b && b_[node] == a) return node;
  }
  Kinds kinds = kinds_[a];
  if (b != no_node) kinds = kinds | kinds_[b];
  if (c != no_node) kinds = kinds | kinds_[c];
  const NodeId node = append(op, a, b, c, kinds);
  table_[probe.slot() & mask] = node;
  if (++interned_ * 2 > table_.size()) set_table_size(2 * table_.size());
  return node;
}

void Graph::reserve(std::size_t nodes) {
  op_.reserve(nodes);
  a_.reserve(nodes);
  b_.reserve(nodes);
  c_.reserve(nodes);
  kinds_.reserve(nodes);
  const std::size_t slots = std::bit_ceil(2 * nodes);
  if (slots > table_.size()) set_table_size(slots);
}

void Graph::set_table_size(std::size_t slots) {
  table_.assign(slots, no_node);
  const std::size_t mask = table_.size() - 1;
  for (NodeId node = 0; node < op_.size(); ++node) {
    if (operand_count(op_[node]) == 0) continue;
    Probe probe(op_[node], a_[node], b_[node], c_[node]);
    while (table_[probe.slot() & mask] != no_node) probe.next();
    table_[probe.slot() & mask] = node;
  }
}

NodeId Graph::fold(Op op, NodeId a, NodeId b, NodeId c) {
  if (!is_constant(a) || (b != no_node && !is_constant(b)) || (c != no_node && !is_constant(c)))
    return no_node;
  const double result =
      apply(op, value(a), b == no_node ? 0 : value(b), c == no_node ? 0 : value(c));
  // 1/0 stays a formula, so that it is seen where it is evaluated instead of vanishing here
  return std::isfinite(result) ? constant(result) : no_node;
}

NodeId Graph::make(Op op, NodeId a, NodeId b, NodeId c) {
  assert(operand_count(op) >= 1 && a < size());
  assert((b != no_node) == (operand_count(op) >= 2) && (c != no_node) == (operand_count(op) == 3));
  if (const NodeId folded = fold(op, a, b, c); folded != no_node) return folded;
  switch (op) {
    case Op::add:
      return make_add(a, b);
    case Op::subtract:
      return make_subtract(a, b);
    case Op::multiply:
      return make_multiply(a, b);
    case Op::divide:
      return make_divide(a, b);
    case Op::negate:
      return make_negate(a);
    case Op::power:
      return make_power(a, b);
    case Op::choose:
      return make_choose(a, b, c);
    case Op::min:
    case Op::max:
      return a == b ? a : intern(op, a, b, c);
    default:
      return intern(op, a, b, c);
  }
}

bool Graph::leads_with_minus(NodeId node) const {
  if (op_[node] == Op::divide) node = a_[node];
  if (op_[node] == Op::multiply) node = a_[node];
  return is_constant(node) && value(node) < 0;
}

NodeId Graph::make_add(NodeId a, NodeId b) {
  if (a == zero_) return b;
  if (b == zero_) return a;
  if (a == b) return make(Op::multiply, constant(2), a);
  if (op_[b] == Op::negate) return make(Op::subtract, a, a_[b]);
  if (op_[a] == Op::negate) return make(Op::subtract, b, a_[a]);
  if (leads_with_minus(b)) return make(Op::subtract, a, make(Op::negate, b));
  if (leads_with_minus(a)) return make(Op::subtract, b, make(Op::negate, a));
  return intern(Op::add, a, b, no_node);
}

NodeId Graph::make_subtract(NodeId a, NodeId b) {
  if (b == zero_) return a;
  if (a == b) return zero_;
  if (a == zero_) return make(Op::negate, b);
  if (op_[b] == Op::negate) return make(Op::add, a, a_[b]);
  if (leads_with_minus(b)) return make(Op::add, a, make(Op::negate, b));
  return intern(Op::subtract, a, b, no_node);
}

NodeId Graph::make_multiply(NodeId a, NodeId b) {
  if (a == zero_ || b == zero_) return zero_;
  if (a == one_) return b;
  if (b == one_) return a;
  // signs go outside: they cost nothing there and cancel
  if (op_[a] == Op::negate) return make(Op::negate, make(Op::multiply, a_[a], b));
  if (op_[b] == Op::negate) return make(Op::negate, make(Op::multiply, a, a_[b]));
  // constants go to the front, where those of two factors meet: (½ m)(2 v) = m v. Two that could
  // not meet, because their product is out of range, stay where they are
  if (is_constant(b)) std::swap(a, b);
  const auto has_constant = [&](NodeId node) {
    return op_[node] == Op::multiply && is_constant(a_[node]);
  };
  const auto leads_with_constant = [&](NodeId node) {
    return has_constant(node) && !has_constant(b_[node]);
  };
  if (is_constant(a)) {
    if (value(a) == -1) return make(Op::negate, b);
    if (leads_with_constant(b)) {
      const double product = value(a) * value(a_[b]);
      if (std::isnormal(product)) return make(Op::multiply, constant(product), b_[b]);
    }
    return intern(Op::multiply, a, b, no_node);
  }
  if (leads_with_constant(a)) return make(Op::multiply, a_[a], make(Op::multiply, b_[a], b));
  if (leads_with_constant(b)) return make(Op::multiply, a_[b], make(Op::multiply, a, b_[b]));
  if (a == b) return make(Op::power, a, constant(2));
  return intern(Op::multiply, a, b, no_node);
}

NodeId Graph::make_divide(NodeId a, NodeId b) {
  if (b == one_) return a;
  if (a == zero_ && b != zero_) return zero_;
  if (op_[a] == Op::negate) return make(Op::negate, make(Op::divide, a_[a], b));
  if (op_[b] == Op::negate) return make(Op::negate, make(Op::divide, a, a_[b]));
  if (is_constant(b)) {
    // a power of two has an exact reciprocal: x/2 is ½ x
    int exponent = 0;
    const double reciprocal = 1 / value(b);
    if (std::fabs(std::frexp(value(b), &exponent)) == 0.5 && std::isnormal(reciprocal))
      return make(Op::multiply, constant(reciprocal), a);
  }
  return intern(Op::divide, a, b, no_node);
}

NodeId Graph::make_negate(NodeId a) {
  if (op_[a] == Op::negate) return a_[a];
  if (op_[a] == Op::subtract) return make(Op::subtract, b_[a], a_[a]);
  if (op_[a] == Op::multiply && is_constant(a_[a]))
    return make(Op::multiply, constant(-value(a_[a])), b_[a]);
  if (op_[a] == Op::divide) {
    const NodeId numerator = a_[a];
    if (is_constant(numerator) || (op_[numerator] == Op::multiply && is_constant(a_[numerator])))
      return make(Op::divide, make(Op::negate, numerator), b_[a]);
  }
  return intern(Op::negate, a, no_node, no_node);
}

NodeId Graph::make_power(NodeId a, NodeId b) {
  if (b == zero_) return one_;
  if (b == one_ || a == one_) return a;
  if (is_value(b, -1)) return make(Op::divide, one_, a);
  if (is_value(b, 0.5)) return make(Op::sqrt, a);
  // (−a)² = a²
  if (op_[a] == Op::negate && is_constant(b) && std::fmod(value(b), 2) == 0)
    return make(Op::power, a_[a], b);
  return intern(Op::power, a, b, no_node);
}

NodeId Graph::make_choose(NodeId condition, NodeId yes, NodeId no) {
  if (is_constant(condition)) return value(condition) != 0 ? yes : no;
  if (yes == no) return yes;
  // a condition is its own indicator
  if (yes == one_ && no == zero_ && is_comparison(op_[condition])) return condition;
  return intern(Op::choose, condition, yes, no);
}

std::vector<NodeId> reachable(const Graph& graph, const std::vector<NodeId>& roots) {
  if (roots.empty()) return {};
  const NodeId top = *std::max_element(roots.begin(), roots.end());
  std::vector<bool> found(std::size_t{top} + 1, false);
  std::vector<NodeId> nodes;
  const auto visit = [&](NodeId node) {
    if (found[node]) return;
    found[node] = true;
    nodes.push_back(node);
  };
  for (const NodeId root : roots) visit(root);
  for (std::size_t next = 0; next < nodes.size(); ++next) {
    const NodeId node = nodes[next];
    const int operands = operand_count(graph.op(node));
    if (operands >= 1) visit(graph.a(node));
    if (operands >= 2) visit(graph.b(node));
    if (operands >= 3) visit(graph.c(node));
  }
  // few nodes of a large graph are sorted, many are read off in order
  if (nodes.size() < found.size() / 16) {
    std::sort(nodes.begin(), nodes.end());
  } else {
    nodes.clear();
    for (NodeId node = 0; node <= top; ++node)
      if (found[node]) nodes.push_back(node);
  }
  return nodes;
}

std::vector<NodeId> substitute(Graph& graph, const std::vector<NodeId>& formulas,
                               const std::vector<Replacement>& replacements) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  NodeMap<NodeId> image(nodes, no_node);
  for (const Replacement& r : replacements)
    if (NodeId* symbol = image.find(r.symbol)) *symbol = r.with;
  for (const NodeId node : nodes) {
    const int operands = operand_count(graph.op(node));
    if (operands == 0) {
      if (image[node] == no_node) image[node] = node;
      continue;
    }
    const NodeId a = image[graph.a(node)];
    const NodeId b = operands >= 2 ? image[graph.b(node)] : no_node;
    const NodeId c = operands >= 3 ? image[graph.c(node)] : no_node;
    const bool same = a == graph.a(node) && b == graph.b(node) && c == graph.c(node);
    image[node] = same ? node : graph.make(graph.op(node), a, b, c);
  }
  std::vector<NodeId> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(image[formula]);
  return results;
}

}  // namespace alembert
