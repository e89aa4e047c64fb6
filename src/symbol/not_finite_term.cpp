#include "symbol/not_finite_term.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "symbol/node_map.hpp"
#include "symbol/print.hpp"

namespace alembert {

namespace {

constexpr std::size_t longest_term = 60;  // characters that a sentence can hold
constexpr std::size_t most_symbols = 3;

// of what a node is made of there: the branch that is not taken may be anything
std::vector<NodeId> operands_in_use(const Graph& graph, NodeId node, const NodeMap<double>& known) {
  const NodeId a = graph.a(node), b = graph.b(node), c = graph.c(node);
  if (graph.op(node) == Op::choose) return {a, known[a] != 0 ? b : c};
  std::vector<NodeId> operands{a, b, c};
  operands.resize(static_cast<std::size_t>(operand_count(graph.op(node))));
  return operands;
}

std::string state_in_words(const Graph& graph, NodeId term, const Assignment& values) {
  const Kinds state = Kind::coordinate | Kind::velocity | Kind::time;
  std::vector<std::string> words;
  for (const NodeId node : reachable(graph, {term}))
    if (graph.is_symbol(node) && graph.kinds(node).has(state) && words.size() < most_symbols)
      words.push_back(fmt::format("{} = {:.6g}", graph.name(node), values.at(node)));
  return words.empty() ? "" : fmt::format(" at {}", fmt::join(words, ", "));
}

}  // namespace

std::string not_finite_term(const Graph& graph, NodeId formula, const Assignment& values) {
  const std::vector<NodeId> nodes = reachable(graph, {formula});
  const std::vector<double> numbers = evaluate(graph, nodes, values);
  NodeMap<double> known(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) known[nodes[i]] = numbers[i];
  const auto is_wrong = [&](NodeId node) { return !std::isfinite(known[node]); };
  if (!is_wrong(formula)) return "";

  NodeId term = formula;
  for (bool goes_on = true; goes_on;) {
    const std::vector<NodeId> operands = operands_in_use(graph, term, known);
    const auto wrong = std::ranges::find_if(operands, is_wrong);
    goes_on = wrong != operands.end();
    if (goes_on) term = *wrong;
  }
  const std::string text = to_text(graph, term);
  if (graph.is_symbol(term) || text.size() > longest_term) return "";
  return text + state_in_words(graph, term, values);
}

}  // namespace alembert
