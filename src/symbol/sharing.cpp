#include "symbol/sharing.hpp"

#include <algorithm>
#include <unordered_set>

#include "symbol/node_map.hpp"

namespace alembert {

namespace {

// numbered names that neither a symbol nor another node has
class FreshNames {
 public:
  FreshNames(const Graph& graph, std::string_view prefix, const NodeNames& names)
      : graph_(graph), prefix_(prefix) {
    for (const auto& [node, name] : names) taken_.insert(name);
  }

  std::string next() {
    std::string name;
    do name = prefix_ + std::to_string(++last_);
    while (taken_.contains(name) || graph_.find_symbol(name) != no_node);
    return name;
  }

 private:
  const Graph& graph_;
  const std::string prefix_;
  std::unordered_set<std::string> taken_;
  std::size_t last_ = 0;
};

}  // namespace

std::vector<SharedFormula> name_shared(const Graph& graph, const std::vector<NodeId>& formulas,
                                       std::string_view prefix, NodeNames& names,
                                       const SharingOptions& options) {
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  const auto for_operands = [&](NodeId node, const auto& act) {
    const int operands = operand_count(graph.op(node));
    if (operands >= 1) act(graph.a(node));
    if (operands >= 2) act(graph.b(node));
    if (operands >= 3) act(graph.c(node));
  };

  // how often each node is printed; what stands below a named one is printed only where that one is
  // itself a formula of the list
  struct Print {
    std::uint32_t uses = 0;
    bool is_formula = false;
    bool is_named = false;
    std::uint64_t size = 0;  ///< operations, where a named node counts as a single word
  };
  NodeMap<Print> print(nodes, {});
  for (const NodeId formula : formulas) {
    ++print[formula].uses;
    print[formula].is_formula = true;
  }
  for (const auto& [node, name] : names)
    if (Print* named = print.find(node)) named->is_named = true;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const Print& here = print[*node];
    if (here.uses > 0 && (here.is_formula || !here.is_named))
      for_operands(*node, [&](NodeId operand) { ++print[operand].uses; });
  }

  constexpr std::uint64_t huge = std::uint64_t{1} << 60;
  FreshNames fresh(graph, prefix, names);
  std::vector<SharedFormula> shared;
  for (const NodeId node : nodes) {
    if (operand_count(graph.op(node)) == 0 || print[node].is_named) continue;
    std::uint64_t size = 1;
    for_operands(node, [&](NodeId operand) { size += print[operand].size; });
    // a condition has no value of its own that could be named
    if (print[node].uses >= 2 && size >= options.smallest && !is_comparison(graph.op(node)) &&
        !graph.kinds(node).has(options.exclude)) {
      shared.push_back({fresh.next(), node});
      names[node] = shared.back().name;
      size = 0;
    }
    print[node].size = std::min(size, huge);
  }
  return shared;
}

}  // namespace alembert
