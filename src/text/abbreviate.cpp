#include "text/abbreviate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "symbol/sharing.hpp"
#include "text/limits.hpp"

namespace alembert {

namespace {

// definitions of these stand in few places
constexpr Kinds only_in_outputs = Kind::acceleration | Kind::force;

bool is_comparison_node(const Graph& graph, NodeId node) {
  return graph.op(node) == Op::less || graph.op(node) == Op::less_equal;
}

bool may_be_defined(const Graph& graph, NodeId node) {
  return !graph.kinds(node).has(only_in_outputs) && !is_comparison_node(graph, node);
}

// a prefix that no name of the system has
std::string fresh_prefix(const System& system) {
  std::string prefix = "shared";
  const auto taken = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& item) { return item.name.starts_with(prefix); });
  };
  while (taken(system.coordinates()) || taken(system.parameters()) || taken(system.definitions()) ||
         taken(system.particles()) || taken(system.description().statements))
    prefix += "_";
  return prefix;
}

// lines are written in this order: operands have smaller numbers than what uses them
NodeId last_component(const Abbreviation& line) {
  return *std::max_element(line.components.begin(), line.components.end());
}

// Those of the model stay in their order, the ones with forces last, as a text is read; new ones
// stand before what may use them.
std::vector<Abbreviation> merged(const Graph& graph, std::vector<Abbreviation> own,
                                 std::vector<Abbreviation> added) {
  std::ranges::stable_sort(added, {}, last_component);
  std::ranges::stable_partition(own, [&](const Abbreviation& line) {
    return std::ranges::none_of(line.components,
                                [&](NodeId node) { return graph.kinds(node).has(Kind::force); });
  });
  std::vector<Abbreviation> lines;
  auto next = added.begin();
  for (Abbreviation& line : own) {
    for (; next != added.end() && last_component(*next) < last_component(line); ++next)
      lines.push_back(std::move(*next));
    lines.push_back(std::move(line));
  }
  std::move(next, added.end(), std::back_inserter(lines));
  return lines;
}

// the least node that has a node as its operand
std::vector<NodeId> first_uses(const Graph& graph, const std::vector<NodeId>& formulas) {
  std::vector<NodeId> first(graph.size(), no_node);
  for (const NodeId node : reachable(graph, formulas)) {
    const int operands = operand_count(graph.op(node));
    const NodeId of[] = {graph.a(node), graph.b(node), graph.c(node)};
    for (int i = 0; i < operands; ++i) first[of[i]] = std::min(first[of[i]], node);
  }
  return first;
}

void name_definitions(const Graph& graph, const std::vector<NodeId>& first_use,
                      Abbreviations& result) {
  for (const Abbreviation& line : result.lines) {
    for (std::size_t i = 0; i < line.components.size(); ++i) {
      const NodeId node = line.components[i];
      // numbers and symbols are short enough by themselves
      if (operand_count(graph.op(node)) == 0) continue;
      // a formula that is needed before the whole vector cannot be called its component
      if (first_use[node] <= last_component(line)) continue;
      result.names.try_emplace(
          node, line.components.size() == 1 ? line.name : fmt::format("{}.{}", line.name, i + 1));
    }
  }
}

// how a node adds to the text: its length, and the parentheses within each other
struct PrintedSize {
  double length = 1;
  std::size_t depth = 0;
};

PrintedSize printed_size_of(const Graph& graph, NodeId node, const std::vector<PrintedSize>& of) {
  const int operands = operand_count(graph.op(node));
  PrintedSize size;
  const auto include = [&](NodeId operand, bool nests) {
    size.length += of[operand].length;
    size.depth = std::max(size.depth, of[operand].depth + (nests ? 1 : 0));
  };
  // chains of sums and products are read in one go, from the left
  const bool chain = graph.op(node) == Op::add || graph.op(node) == Op::subtract ||
                     graph.op(node) == Op::multiply || graph.op(node) == Op::divide;
  const auto binds_like = [&](NodeId operand) {
    const bool sum = graph.op(node) == Op::add || graph.op(node) == Op::subtract;
    const bool operand_sum = graph.op(operand) == Op::add || graph.op(operand) == Op::subtract;
    return chain && sum == operand_sum;
  };
  if (operands >= 1) include(graph.a(node), !binds_like(graph.a(node)));
  if (operands >= 2) include(graph.b(node), true);
  if (operands >= 3) include(graph.c(node), true);
  return size;
}

// names formulas that would stand too deep in parentheses; refuses what cannot be read again
void cut_deep_formulas(const Graph& graph, const std::vector<NodeId>& formulas,
                       const std::string& prefix, std::size_t own, Abbreviations& result) {
  constexpr std::size_t deep = max_nesting / 2;
  std::vector<PrintedSize> sizes(graph.size());
  double length = 0;
  for (const NodeId node : reachable(graph, formulas)) {
    PrintedSize& size = sizes[node] = printed_size_of(graph, node, sizes);
    if (result.names.contains(node)) {
      length += size.length;
      size = {};
    } else if (size.depth > deep && may_be_defined(graph, node)) {
      const std::string name = fmt::format("{}_deep{}", prefix, own + result.lines.size() + 1);
      result.names[node] = name;
      result.lines.push_back({name, {node}});
      length += size.length;
      size = {};
    }
    if (size.depth >= max_nesting)
      throw ModelError("a formula of the model is nested too deep to be written as text",
                       "give its parts names with define");
  }
  for (const NodeId formula : formulas) length += sizes[formula].length;
  if (length > static_cast<double>(max_file_bytes))
    throw ModelError("the formulas of the model are too long to be written as text");
}

}  // namespace

Abbreviations abbreviate(const System& system, const Graph& graph,
                         const std::vector<Definition>& definitions,
                         const std::vector<NodeId>& formulas) {
  Abbreviations result;
  std::vector<NodeId> all = formulas;
  for (const Definition& definition : definitions) {
    const std::vector<NodeId>& components = definition.components;
    const bool writable =
        !components.empty() && std::none_of(components.begin(), components.end(), [&](NodeId node) {
          return is_comparison_node(graph, node);
        });
    if (!writable) continue;
    result.lines.push_back({definition.name, components});
    if (components.size() > 1) result.vectors.try_emplace(components, definition.name);
    all.insert(all.end(), components.begin(), components.end());
  }
  name_definitions(graph, first_uses(graph, all), result);
  const std::string prefix = fresh_prefix(system);
  std::vector<Abbreviation> own;
  own.swap(result.lines);
  for (const SharedFormula& shared :
       name_shared(graph, all, prefix, result.names, {.exclude = only_in_outputs}))
    result.lines.push_back({shared.name, {shared.formula}});
  cut_deep_formulas(graph, all, prefix, own.size(), result);
  result.lines = merged(graph, std::move(own), std::move(result.lines));
  return result;
}

}  // namespace alembert
