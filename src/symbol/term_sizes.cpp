#include "symbol/term_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "symbol/node_map.hpp"

namespace alembert {

namespace {

/// The size of each formula, in numbers or in formulas: `absolute(node)` is |x|.
template <class Size, class Absolute>
std::vector<Size> sizes_of_terms_by(const Graph& graph, const std::vector<NodeId>& nodes,
                                    const std::vector<NodeId>& formulas, Absolute absolute) {
  NodeMap<Size> size(nodes, Size(0.0));
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
        size[node] = size[graph.a(node)] / absolute(graph.b(node));
        break;
      case Op::negate:
        size[node] = size[graph.a(node)];
        break;
      default:
        size[node] = absolute(node);
    }
  }
  std::vector<Size> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(size[formula]);
  return results;
}

}  // namespace

std::vector<double> sizes_of_terms(const Graph& graph, const std::vector<NodeId>& formulas,
                                   const Assignment& values) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  const std::vector<double> all = evaluate(graph, nodes, values);
  NodeMap<double> absolute(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) absolute[nodes[i]] = std::fabs(all[i]);
  return sizes_of_terms_by<double>(graph, nodes, formulas,
                                   [&](NodeId node) { return absolute[node]; });
}

std::vector<NodeId> formulas_of_term_sizes(Graph& graph, const std::vector<NodeId>& formulas) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  std::vector<NodeId> results;
  for (const Expr& size : sizes_of_terms_by<Expr>(
           graph, nodes, formulas, [&](NodeId node) { return abs(Expr(graph, node)); }))
    results.push_back(size.in(graph));
  return results;
}

std::vector<double> sizes_of_rounding(const Graph& graph, const std::vector<NodeId>& formulas,
                                      const Assignment& values) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  const std::vector<double> all = evaluate(graph, nodes, values);
  NodeMap<double> absolute(nodes, 0), all_of(nodes, 0), size(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    all_of[nodes[i]] = all[i];
    absolute[nodes[i]] = std::fabs(all[i]);
  }
  for (const NodeId node : nodes) {
    const NodeId a = graph.a(node), b = graph.b(node);
    const double here = absolute[node];
    switch (graph.op(node)) {
      case Op::add:
      case Op::subtract:
        size[node] = size[a] + size[b];
        break;
      case Op::multiply:
        // the last term is all that is left of a square whose base is nothing but rounding
        size[node] = std::max({here, absolute[a] * size[b], absolute[b] * size[a]}) +
                     epsilon * size[a] * size[b];
        break;
      case Op::divide:
        size[node] = std::max({here, size[a] / absolute[b], here * size[b] / absolute[b]});
        break;
      case Op::power: {
        const double n = all_of[b];
        size[node] = std::max(here, std::pow(absolute[a], n - 1) * size[a]) +
                     std::pow(epsilon, n - 1) * std::pow(size[a], n);
        if (!(n >= 1)) size[node] = here;
        break;
      }
      case Op::negate:
        size[node] = size[a];
        break;
      case Op::sin:
      case Op::cos:
        size[node] = std::max(here, size[a]);
        break;
      case Op::sqrt:
        size[node] = here > 0 ? std::max(here, size[a] / here) : 0;
        break;
      default:
        size[node] = here;
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
  NodeMap<double> amplitude(nodes, 0), size(nodes, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i], a = graph.a(node), b = graph.b(node);
    const Op op = graph.op(node);
    // where a sine vanishes, l sin(a) is still a term as large as l
    amplitude[node] = op == Op::sin || op == Op::cos ? 1
                      : op == Op::multiply           ? amplitude[a] * amplitude[b]
                      : op == Op::negate             ? amplitude[a]
                                                     : std::fabs(all[i]);
    size[node] = op == Op::add || op == Op::subtract ? size[a] + size[b]
                 : op == Op::negate                  ? size[a]
                                                     : amplitude[node];
  }
  std::vector<double> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(size[formula]);
  return results;
}

}  // namespace alembert
