#include "motion/switching/switches.hpp"

#include <algorithm>

#include "symbol/print.hpp"

namespace alembert {

namespace {

// what is compared or taken the side of; nothing for operations that have no sides
std::vector<NodeId> sides_of(Graph& graph, NodeId node) {
  const NodeId a = graph.a(node), b = graph.b(node);
  switch (graph.op(node)) {
    case Op::sign:
    case Op::abs:
      return {a};
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal:
      return {graph.make(Op::subtract, a, b)};
    case Op::hypot:
      return {a, b};
    default:
      return {};
  }
}

// a comparison by itself is printed as the choice of 1 or 0
std::string text_of(const Graph& graph, NodeId node) {
  constexpr std::size_t longest = 60;
  std::string text = is_comparison(graph.op(node))
                         ? to_text(graph, graph.a(node)) + " < " + to_text(graph, graph.b(node))
                         : to_text(graph, node);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

std::vector<NodeId> formulas_of_motion(const Equations& equations) {
  std::vector<NodeId> formulas = equations.Q;
  for (const Entry& entry : equations.M.entries) formulas.push_back(entry.value);
  for (const Entry& entry : equations.A.entries) formulas.push_back(entry.value);
  formulas.insert(formulas.end(), equations.b.begin(), equations.b.end());
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) formulas.push_back(term.formula);
  return formulas;
}

}  // namespace

std::vector<Switch> switches_of(const Equations& equations) {
  Graph& graph = equations.graph();
  std::vector<Switch> switches;
  bool has_roots = false;
  for (const NodeId node : reachable(graph, formulas_of_motion(equations))) {
    has_roots |= graph.op(node) == Op::sqrt || graph.op(node) == Op::hypot;
    std::vector<NodeId> sides = sides_of(graph, node);
    // the multipliers are not at hand at every step
    const bool is_of_state = std::ranges::none_of(sides, [&](NodeId side) {
      return graph.kinds(side).has(Kind::force | Kind::acceleration);
    });
    if (sides.empty() || !is_of_state) continue;
    switches.push_back({std::move(sides), text_of(graph, node)});
  }
  // the direction of a velocity may be hidden in roots and quotients
  if (has_roots)
    for (const Coordinate& x : equations.system.coordinates())
      switches.push_back({{x.v}, x.name + "'"});
  return switches;
}

}  // namespace alembert
