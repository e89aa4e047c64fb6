#include "symbol/differentiate.hpp"

#include <algorithm>

#include "symbol/branches.hpp"
#include "symbol/node_map.hpp"

namespace alembert {

namespace {

/// The rules of differentiation, operation by operation.
class Differentiator {
 public:
  explicit Differentiator(Graph& graph) : g_(graph) {}

  /// The change of a node when its operands change by da, db, dc (no_node: not at all).
  NodeId forward(NodeId node, NodeId da, NodeId db, NodeId dc) {
    if (da == no_node && db == no_node && dc == no_node) return g_.zero();
    const Op op = g_.op(node);
    const NodeId a = g_.a(node), b = g_.b(node);
    const auto value = [&](NodeId change) { return change == no_node ? g_.zero() : change; };
    switch (op) {
      case Op::add:
        return add(value(da), value(db));
      case Op::subtract:
        return sub(value(da), value(db));
      case Op::negate:
        return neg(value(da));
      case Op::divide: {
        const NodeId numerator =
            db == no_node ? value(da) : sub(value(da), product_inside(node, db));
        return div(numerator, b);
      }
      // only the branch taken counts, however the other one changes
      case Op::abs:
        return choose(g_.make(Op::less, a, g_.zero()), neg(value(da)), value(da));
      case Op::min:
      case Op::max:
        return choose(takes_first(node), value(da), value(db));
      case Op::choose:
        return choose(a, value(db), value(dc));
      default:
        break;
    }
    const NodeId first = da == no_node ? g_.zero() : product_inside(partial(node, 0), da);
    const NodeId second = db == no_node ? g_.zero() : product_inside(partial(node, 1), db);
    return add(first, second);
  }

  /// What `bar`, the derivative by a node, contributes to the derivative by one of its operands.
  /// For min, max and choose it holds in the branch of that operand only.
  NodeId backward(NodeId node, int operand, NodeId bar) {
    switch (g_.op(node)) {
      case Op::add:
      case Op::min:
      case Op::max:
      case Op::choose:
        return bar;
      case Op::subtract:
        return operand == 0 ? bar : neg(bar);
      case Op::negate:
        return neg(bar);
      case Op::divide:
        return operand == 0 ? div(bar, g_.b(node)) : neg(div(mul(bar, node), g_.b(node)));
      default:
        return mul(bar, partial(node, operand));
    }
  }

  /// The condition under which min and max are their first operand: also where both are equal.
  NodeId takes_first(NodeId node) {
    const NodeId a = g_.a(node), b = g_.b(node);
    return g_.op(node) == Op::min ? g_.make(Op::less_equal, a, b) : g_.make(Op::less_equal, b, a);
  }

  NodeId add(NodeId a, NodeId b) { return g_.make(Op::add, a, b); }
  NodeId choose(NodeId c, NodeId yes, NodeId no) { return g_.make(Op::choose, c, yes, no); }

 private:
  // for the operations that neither sweep treats by itself
  NodeId partial(NodeId node, int operand) {
    const NodeId a = g_.a(node), b = g_.b(node), one = g_.one();
    switch (g_.op(node)) {
      case Op::multiply:
        return operand == 0 ? b : a;
      case Op::power:
        return power(node, operand);
      case Op::sin:
        return fun(Op::cos, a);
      case Op::cos:
        return neg(fun(Op::sin, a));
      case Op::tan:
        return add(one, square(node));
      case Op::asin:
        return div(one, fun(Op::sqrt, sub(one, square(a))));
      case Op::acos:
        return neg(div(one, fun(Op::sqrt, sub(one, square(a)))));
      case Op::atan:
        return div(one, add(one, square(a)));
      case Op::sinh:
        return fun(Op::cosh, a);
      case Op::cosh:
        return fun(Op::sinh, a);
      case Op::tanh:
        return sub(one, square(node));
      case Op::exp:
        return node;
      case Op::log:
        return div(one, a);
      case Op::sqrt:
        return div(g_.constant(0.5), node);
      // +1 at the kink: the derivative to the right
      case Op::abs:
        return choose(g_.make(Op::less, a, g_.zero()), g_.constant(-1), one);
      case Op::atan2: {
        const NodeId r2 = add(square(a), square(b));
        return operand == 0 ? div(b, r2) : neg(div(a, r2));
      }
      case Op::hypot:
        return div(operand == 0 ? a : b, node);
      // sign and comparisons are constant on either side of their jump
      default:
        return g_.zero();
    }
  }

  // a^b: b a^(b−1) and a^b log a
  NodeId power(NodeId node, int operand) {
    const NodeId a = g_.a(node), b = g_.b(node);
    if (operand == 1) return mul(node, fun(Op::log, a));
    return mul(b, g_.make(Op::power, a, sub(b, g_.one())));
  }

  // partial · change, with the product kept inside the branch where the change is not zero: the
  // partial may be infinite outside, as it is for sqrt in sqrt(max(x, 0))
  NodeId product_inside(NodeId partial, NodeId change, int branches_left = 16) {
    const NodeId zero = g_.zero();
    if (is_comparison(g_.op(change))) return choose(change, partial, zero);
    if (g_.op(change) != Op::choose || branches_left == 0) return mul(partial, change);
    const NodeId condition = g_.a(change), yes = g_.b(change), no = g_.c(change);
    if (no == zero) return choose(condition, product_inside(partial, yes, branches_left - 1), zero);
    if (yes == zero) return choose(condition, zero, product_inside(partial, no, branches_left - 1));
    return mul(partial, change);
  }

  NodeId sub(NodeId a, NodeId b) { return g_.make(Op::subtract, a, b); }
  NodeId mul(NodeId a, NodeId b) { return g_.make(Op::multiply, a, b); }
  NodeId div(NodeId a, NodeId b) { return g_.make(Op::divide, a, b); }
  NodeId neg(NodeId a) { return g_.make(Op::negate, a); }
  NodeId square(NodeId a) { return g_.make(Op::power, a, g_.constant(2)); }
  NodeId fun(Op op, NodeId a) { return g_.make(op, a); }

  Graph& g_;
};

}  // namespace

std::vector<NodeId> gradient(Graph& graph, NodeId f, const std::vector<NodeId>& symbols) {
  const std::vector<NodeId> nodes = reachable(graph, {f});
  const auto operand_of = [&](NodeId node, int i) {
    return i == 0 ? graph.a(node) : i == 1 ? graph.b(node) : graph.c(node);
  };

  // only nodes that depend on the symbols need a derivative
  NodeMap<char> matters(nodes, false);
  for (const NodeId symbol : symbols)
    if (char* place = matters.find(symbol)) *place = true;
  for (const NodeId node : nodes)
    for (int i = 0; i < operand_count(graph.op(node)); ++i)
      if (matters[operand_of(node, i)]) matters[node] = true;

  // ∂f/∂node, filled from f downwards
  Differentiator d(graph);
  Branches branches(graph);
  NodeMap<Collected> adjoint(nodes, {});
  adjoint[f].add(graph, {graph.one(), Branches::everywhere});
  for (auto place = nodes.rbegin(); place != nodes.rend(); ++place) {
    const NodeId node = *place;
    const Op op = graph.op(node);
    if (adjoint[node].empty() || operand_count(op) == 0) continue;
    const Adjoint bar = adjoint[node].sum(branches);
    for (int i = 0; i < operand_count(op); ++i) {
      const NodeId operand = operand_of(node, i);
      if (!matters[operand] || (op == Op::choose && i == 0)) continue;
      Adjoint term{d.backward(node, i, bar.value), bar.branch};
      if (term.value == graph.zero()) continue;
      if (op == Op::min || op == Op::max)
        term.branch = branches.inside(bar.branch, d.takes_first(node), i == 0);
      if (op == Op::choose) term.branch = branches.inside(bar.branch, graph.a(node), i == 1);
      adjoint[operand].add(graph, term);
    }
  }

  std::vector<NodeId> results;
  results.reserve(symbols.size());
  for (const NodeId symbol : symbols) {
    const Collected* by_symbol = adjoint.find(symbol);
    const bool depends = by_symbol && !by_symbol->empty();
    results.push_back(depends ? by_symbol->masked_sum(branches) : graph.zero());
  }
  return results;
}

std::vector<Entry> jacobian(Graph& graph, const std::vector<NodeId>& f,
                            const std::vector<NodeId>& symbols) {
  // the rows of all nodes in one array, each where its node finds it
  struct Element {
    std::uint32_t column;
    NodeId value;
  };
  struct Row {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Element> elements;
  const std::vector<NodeId> nodes = reachable(graph, f);
  NodeMap<Row> row_of(nodes, {});
  for (std::uint32_t j = 0; j < symbols.size(); ++j)
    if (Row* row = row_of.find(symbols[j])) {
      *row = {elements.size(), elements.size() + 1};
      elements.push_back({j, graph.one()});
    }

  Differentiator d(graph);
  for (const NodeId node : nodes) {
    const int operands = operand_count(graph.op(node));
    if (operands == 0) continue;
    // merge the rows of the operands, columns increasing
    Row a = row_of[graph.a(node)];
    Row b = operands >= 2 ? row_of[graph.b(node)] : Row();
    Row c = operands >= 3 ? row_of[graph.c(node)] : Row();
    const std::size_t begin = elements.size();
    const auto next_column = [&](const Row& row) {
      return row.begin < row.end ? elements[row.begin].column : no_node;
    };
    for (;;) {
      const std::uint32_t column = std::min({next_column(a), next_column(b), next_column(c)});
      if (column == no_node) break;
      const auto take = [&](Row& row) {
        return next_column(row) == column ? elements[row.begin++].value : no_node;
      };
      const NodeId da = take(a), db = take(b), dc = take(c);
      const NodeId value = d.forward(node, da, db, dc);
      if (value != graph.zero()) elements.push_back({column, value});
    }
    row_of[node] = {begin, elements.size()};
  }

  std::vector<Entry> entries;
  for (std::uint32_t r = 0; r < f.size(); ++r)
    for (std::size_t i = row_of[f[r]].begin; i < row_of[f[r]].end; ++i)
      entries.push_back({r, elements[i].column, elements[i].value});
  return entries;
}

std::vector<NodeId> derivative_along(Graph& graph, const std::vector<NodeId>& f,
                                     const std::vector<Direction>& direction) {
  Differentiator d(graph);
  const std::vector<NodeId> nodes = reachable(graph, f);
  NodeMap<NodeId> change(nodes, no_node);
  for (const Direction& along : direction)
    if (NodeId* symbol = change.find(along.symbol))
      *symbol = along.rate == graph.zero() ? no_node : along.rate;
  for (const NodeId node : nodes) {
    const int operands = operand_count(graph.op(node));
    const NodeId da = operands >= 1 ? change[graph.a(node)] : no_node;
    const NodeId db = operands >= 2 ? change[graph.b(node)] : no_node;
    const NodeId dc = operands >= 3 ? change[graph.c(node)] : no_node;
    const NodeId result = d.forward(node, da, db, dc);
    if (result != graph.zero()) change[node] = result;
  }
  std::vector<NodeId> results;
  results.reserve(f.size());
  for (const NodeId formula : f)
    results.push_back(change[formula] == no_node ? graph.zero() : change[formula]);
  return results;
}

std::vector<NodeId> time_derivative(Graph& graph, const std::vector<NodeId>& f) {
  // the graph remembers every rate it has found: the velocities of a chain's links, asked for one
  // after the other, cost one sweep together
  Differentiator d(graph);
  std::vector<NodeId> waiting;
  for (const NodeId formula : f) {
    waiting.push_back(formula);
    while (!waiting.empty()) {
      const NodeId node = waiting.back();
      if (graph.rate(node) != no_node) {
        waiting.pop_back();
        continue;
      }
      const std::size_t before = waiting.size();
      const int operands = operand_count(graph.op(node));
      const NodeId operand[] = {graph.a(node), graph.b(node), graph.c(node)};
      for (int i = 0; i < operands; ++i)
        if (graph.rate(operand[i]) == no_node) waiting.push_back(operand[i]);
      if (waiting.size() > before) continue;

      const auto change = [&](int i) {
        if (i >= operands) return no_node;
        const NodeId rate = graph.rate(operand[i]);
        return rate == graph.zero() ? no_node : rate;
      };
      graph.set_rate(node, d.forward(node, change(0), change(1), change(2)));
      waiting.pop_back();
    }
  }
  std::vector<NodeId> results;
  results.reserve(f.size());
  for (const NodeId formula : f) results.push_back(graph.rate(formula));
  return results;
}

}  // namespace alembert
