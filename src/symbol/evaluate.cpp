#include "symbol/evaluate.hpp"

#include <limits>

#include "symbol/node_map.hpp"

namespace alembert {

std::vector<double> evaluate(const Graph& graph, const std::vector<NodeId>& formulas,
                             const Assignment& values) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  NodeMap<double> known(nodes, 0);
  for (const NodeId node : nodes) {
    const int operands = operand_count(graph.op(node));
    if (graph.is_constant(node)) {
      known[node] = graph.value(node);
    } else if (graph.is_symbol(node)) {
      const auto place = values.find(node);
      known[node] =
          place == values.end() ? std::numeric_limits<double>::quiet_NaN() : place->second;
    } else {
      known[node] =
          apply(graph.op(node), known[graph.a(node)], operands >= 2 ? known[graph.b(node)] : 0,
                operands >= 3 ? known[graph.c(node)] : 0);
    }
  }
  std::vector<double> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(known[formula]);
  return results;
}

}  // namespace alembert
