#pragma once
/// Random formulas with a fixed seed, numbers for them that do not use the library's own
/// definitions, and derivatives by finite differences, for the tests of this layer.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <unordered_map>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// More digits than the library has, so that comparisons show its errors and not those of the test.
using Real = long double;

/// The symbols of all random formulas.
inline constexpr std::array<const char*, 4> symbol_names{"x", "y", "a[3]", "t"};
/// Their values.
using Point = std::array<Real, symbol_names.size()>;

inline std::vector<NodeId> make_symbols(Graph& graph) {
  std::vector<NodeId> symbols;
  for (const char* name : symbol_names) symbols.push_back(graph.symbol(name, Kind::coordinate));
  return symbols;
}

/// A value and the branches taken on the way to it: two points on the same side of every kink have
/// the same path.
struct Value {
  Real number = 0;
  std::uint64_t path = 0;
};

/// The operations once more, written independently of `apply`.
inline Value combine_values(Op op, const std::array<Value, 3>& operand) {
  const Real a = operand[0].number, b = operand[1].number, c = operand[2].number;
  std::uint64_t path = operand[0].path;
  for (const std::size_t i : {1, 2}) path = path * 1000003 + operand[i].path;
  const auto decide = [&](bool yes) {
    path = path * 31 + (yes ? 2 : 1);
    return yes;
  };
  const auto of = [&](Real number) { return Value{number, path}; };
  const auto branch = [&](bool yes, Real first, Real second) {
    const bool taken = decide(yes);
    return Value{taken ? first : second, path};
  };
  switch (op) {
    case Op::add:
      return of(a + b);
    case Op::subtract:
      return of(a - b);
    case Op::multiply:
      return of(a * b);
    case Op::divide:
      return of(a / b);
    case Op::negate:
      return of(-a);
    case Op::power:
      return of(std::pow(a, b));
    case Op::sin:
      return of(std::sin(a));
    case Op::cos:
      return of(std::cos(a));
    case Op::tan:
      return of(std::sin(a) / std::cos(a));
    case Op::asin:
      return of(std::atan2(a, std::sqrt((1 - a) * (1 + a))));
    case Op::acos:
      return of(std::atan2(std::sqrt((1 - a) * (1 + a)), a));
    case Op::atan:
      return of(std::atan2(a, Real(1)));
    case Op::sinh:
      return of(std::sinh(a));
    case Op::cosh:
      return of((std::exp(a) + std::exp(-a)) / 2);
    case Op::tanh:
      return of(std::tanh(a));
    case Op::exp:
      return of(std::exp(a));
    case Op::log:
      return of(std::log(a));
    case Op::sqrt:
      return of(std::sqrt(a));
    case Op::abs:
      return branch(a < 0, -a, a);
    case Op::sign:
      return branch(a<0, -1, a> 0 ? 1 : a);
    case Op::atan2:
      return of(std::atan2(a, b));
    case Op::min:
      return std::isnan(a + b) ? of(a + b) : branch(a <= b, a, b);
    case Op::max:
      return std::isnan(a + b) ? of(a + b) : branch(a >= b, a, b);
    case Op::hypot:
      return of(std::sqrt(a * a + b * b));
    case Op::less:
      return branch(a < b, 1, 0);
    case Op::less_equal:
      return branch(a <= b, 1, 0);
    case Op::choose:
      return branch(a != 0, b, c);
    default:
      return of(std::numeric_limits<Real>::quiet_NaN());
  }
}

/// A formula as it was written, before any rule of the graph.
struct Tree {
  Op op = Op::constant;
  double number = 0;
  std::size_t symbol = 0;
  std::vector<Tree> operands;

  static Tree constant(double value) { return {Op::constant, value, 0, {}}; }
  static Tree of_symbol(std::size_t index) { return {Op::symbol, 0, index, {}}; }
  static Tree apply(Op op, std::vector<Tree> operands) { return {op, 0, 0, std::move(operands)}; }
};

inline NodeId make_tree(Graph& graph, const Tree& tree) {
  if (tree.op == Op::constant) return graph.constant(tree.number);
  if (tree.op == Op::symbol) return graph.symbol(symbol_names[tree.symbol], Kind::coordinate);
  NodeId operand[] = {no_node, no_node, no_node};
  for (std::size_t i = 0; i < tree.operands.size(); ++i)
    operand[i] = make_tree(graph, tree.operands[i]);
  return graph.make(tree.op, operand[0], operand[1], operand[2]);
}

inline Value value_of(const Tree& tree, const Point& point) {
  if (tree.op == Op::constant) return {tree.number};
  if (tree.op == Op::symbol) return {point[tree.symbol]};
  std::array<Value, 3> operand;
  for (std::size_t i = 0; i < tree.operands.size(); ++i)
    operand[i] = value_of(tree.operands[i], point);
  return combine_values(tree.op, operand);
}

/// The values of nodes at a point, each node once.
class GraphValues {
 public:
  GraphValues(const Graph& graph, const Point& point) : graph_(graph) {
    for (std::size_t i = 0; i < symbol_names.size(); ++i) {
      const NodeId symbol = graph.find_symbol(symbol_names[i]);
      if (symbol != no_node) known_[symbol] = {point[i]};
    }
  }

  void set(NodeId symbol, Real number) { known_[symbol] = {number}; }

  Value operator()(NodeId node) {
    if (const auto place = known_.find(node); place != known_.end()) return place->second;
    Value value;
    if (graph_.is_constant(node)) {
      value.number = graph_.value(node);
    } else {
      std::array<Value, 3> operand;
      const int operands = operand_count(graph_.op(node));
      if (operands >= 1) operand[0] = (*this)(graph_.a(node));
      if (operands >= 2) operand[1] = (*this)(graph_.b(node));
      if (operands >= 3) operand[2] = (*this)(graph_.c(node));
      value = combine_values(graph_.op(node), operand);
    }
    return known_[node] = value;
  }

 private:
  const Graph& graph_;
  std::unordered_map<NodeId, Value> known_;
};

inline Value value_of(const Graph& graph, NodeId node, const Point& point) {
  return GraphValues(graph, point)(node);
}

/// A derivative by finite differences, and how far it may be off.
struct Estimate {
  Real value = 0;
  Real error = std::numeric_limits<Real>::infinity();
  bool crosses_kink = false;
};

/// d/ds of f(point with coordinate s changed), by Ridders' method: central differences with steps
/// h, h/2, h/4, ... extrapolated to h = 0. Its error is known from the method itself, as the
/// difference of neighbouring extrapolations.
template <class Function>
Estimate finite_difference(const Function& f, Point point, std::size_t s, Real h = 0.0625L) {
  constexpr std::size_t levels = 9;
  std::array<std::array<Real, levels>, levels> table{};
  Estimate best;
  const Real centre = point[s];
  const std::uint64_t path = f(point).path;
  for (std::size_t i = 0; i < levels; ++i, h /= 2) {
    point[s] = centre + h;
    const Value right = f(point);
    point[s] = centre - h;
    const Value left = f(point);
    best.crosses_kink |= right.path != path || left.path != path;
    table[0][i] = (right.number - left.number) / (2 * h);
    Real factor = 4;
    for (std::size_t j = 1; j <= i; ++j, factor *= 4) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const Real error = std::max(std::fabs(table[j][i] - table[j - 1][i]),
                                  std::fabs(table[j][i] - table[j - 1][i - 1]));
      if (error < best.error) {
        best.error = error;
        best.value = table[j][i];
      }
    }
  }
  return best;
}

/// Random formulas of all operations.
class RandomFormulas {
 public:
  explicit RandomFormulas(unsigned seed) : random_(seed) {}

  double uniform(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random_);
  }
  std::size_t below(std::size_t count) { return random_() % count; }

  Point point(double size = 1.5) {
    Point result;
    for (Real& coordinate : result) coordinate = uniform(-size, size);
    return result;
  }

  /// Formulas that are defined everywhere and of moderate size, whatever their symbols are.
  Tree tame(int depth) {
    if (depth == 0 || below(12) == 0) return leaf();
    const auto next = [&] { return tame(depth - 1); };
    const auto one = [](Op op, Tree a) { return Tree::apply(op, {std::move(a)}); };
    const auto two = [](Op op, Tree a, Tree b) {
      return Tree::apply(op, {std::move(a), std::move(b)});
    };
    const auto number = [](double value) { return Tree::constant(value); };
    // within (−1, 1) and within (1, 3)
    const auto small = [&] { return two(Op::multiply, number(0.75), one(Op::sin, next())); };
    const auto positive = [&] { return two(Op::add, number(2), one(Op::cos, next())); };
    switch (below(30)) {
      case 0:
      case 1:
        return two(Op::add, next(), next());
      case 2:
      case 3:
        return two(Op::subtract, next(), next());
      case 4:
      case 5:
      case 6:
        return two(Op::multiply, next(), next());
      case 7:
        return two(Op::divide, next(), positive());
      case 8:
        return one(Op::negate, next());
      case 9:
        return two(Op::power, next(), number(static_cast<double>(below(4))));
      case 10: {
        constexpr std::array<double, 6> powers{-2, -1, -0.5, 0.5, 1.5, 2.7};
        return two(Op::power, positive(), number(powers[below(powers.size())]));
      }
      case 11:
        return two(Op::power, positive(), small());
      case 12:
        return one(Op::sin, next());
      case 13:
        return one(Op::cos, next());
      case 14:
        return one(Op::tan, small());
      case 15:
        return one(Op::asin, small());
      case 16:
        return one(Op::acos, small());
      case 17:
        return one(Op::atan, next());
      case 18:
        return one(Op::sinh, small());
      case 19:
        return one(Op::cosh, small());
      case 20:
        return one(Op::tanh, next());
      case 21:
        return one(Op::exp, small());
      case 22:
        return one(Op::log, positive());
      case 23:
        return one(Op::sqrt, positive());
      case 24:
        return one(below(3) == 0 ? Op::sign : Op::abs, next());
      case 25:
        return two(Op::atan2, next(), positive());
      case 26:
        return two(Op::min, next(), next());
      case 27:
        return two(Op::max, next(), next());
      case 28:
        return two(Op::hypot, next(), positive());
      default:
        return Tree::apply(
            Op::choose,
            {two(below(2) == 0 ? Op::less : Op::less_equal, next(), next()), next(), next()});
    }
  }

  /// Any operation on any operand, defined or not.
  NodeId wild(Graph& graph, const std::vector<NodeId>& pool) {
    const auto pick = [&] { return pool[pool.size() - 1 - below(below(pool.size()) + 1)]; };
    const Op op = static_cast<Op>(below(4) == 0 ? static_cast<std::size_t>(Op::sin) + below(18)
                                                : static_cast<std::size_t>(Op::add) + below(6));
    if (below(16) == 0) {
      const NodeId condition =
          graph.make(below(2) == 0 ? Op::less : Op::less_equal, pick(), pick());
      return below(4) == 0 ? condition : graph.make(Op::choose, condition, pick(), pick());
    }
    return graph.make(op, pick(), operand_count(op) == 2 ? pick() : no_node);
  }

 private:
  Tree leaf() {
    constexpr std::array<double, 10> numbers{0, 1, -1, 2, -2, 0.5, -0.25, 3, 0.1, -1.7};
    if (below(3) == 0) return Tree::constant(numbers[below(numbers.size())]);
    return Tree::of_symbol(below(symbol_names.size()));
  }

  std::mt19937 random_;
};

}  // namespace alembert
