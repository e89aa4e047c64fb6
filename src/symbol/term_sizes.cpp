#include "symbol/term_sizes.hpp"

#include <cmath>

#include "symbol/node_map.hpp"

namespace alembert {

std::vector<double> sizes_of_terms(const Graph& graph, const std::vector<NodeId>& formulas,
                                   const Assignment& values) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  const std::vector<double> all = evaluate(graph, nodes, values);
  NodeMap<double> absolute(nodes, 0), size(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) absolute[nodes[i]] = std::fabs(all[i]);
  for (const NodeId node : nodes) {
    switch (graph.op(node)) {
      case Op::add:
      case Op::subtract:
        size[node] = size[graph.a(node)] + size[graph.b(node)];
        break;
      case Op::multiply:
        size[node] = size[graph.a(node)] * size[graph.b(node)];
        break;
      case Op::divide:
        size[node] = size[graph.a(node)] / absolute[graph.b(node)];
        break;
      case Op::negate:
        size[node] = size[graph.a(node)];
        break;
      default:
        size[node] = absolute[node];
    }
  }
  std::vector<double> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(size[formula]);
  return results;
}

std::vector<double> sizes_of_summands(const Graph& graph, const std::vector<NodeId>& formulas,
                                      const Assignment& values) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  const std::vector<double> all = evaluate(graph, nodes, values);
  NodeMap<double> size(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i];
    const Op op = graph.op(node);
    size[node] = op == Op::add || op == Op::subtract ? size[graph.a(node)] + size[graph.b(node)]
                 : op == Op::negate                  ? size[graph.a(node)]
                                                     : std::fabs(all[i]);
  }
  std::vector<double> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(size[formula]);
  return results;
}

}  // namespace alembert
