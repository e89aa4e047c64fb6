#include "compile/solve/rolled_systems.hpp"

#include <algorithm>
#include <string>

#include "compile/solve/dense_factors.hpp"
#include "compile/solve/rolled_evaluator.hpp"
#include "symbol/collect_terms.hpp"

namespace alembert {

std::vector<NodeId> RolledSystems::symbols(const char* what, std::size_t number,
                                           std::size_t count) {
  std::vector<NodeId> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(
        graph_.symbol(std::string(what) + " " + std::to_string(number) + "." + std::to_string(i),
                      Kind::parameter));
  return result;
}

std::size_t RolledSystems::add(const EliminationOrder& order,
                               const std::vector<SymmetricEntry>& entries) {
  const std::size_t size = order.unknowns.size();
  std::vector<std::size_t> place(size);
  for (std::size_t k = 0; k < size; ++k) place[order.unknowns[k]] = k;
  std::vector<NodeId> triangle(triangle_size(size), graph_.zero());
  for (const auto& [row, column, value] : entries) {
    const auto [above, below] = std::minmax(place[row], place[column]);
    triangle[triangle_size(below) + above] = value;
  }
  const std::size_t number = systems_.size();
  systems_.push_back(
      {order.unknowns, collect_terms(graph_, triangle), symbols("pivot of system", number, size)});
  return number;
}

std::vector<NodeId> RolledSystems::reciprocals(std::size_t number) const {
  const System& system = systems_[number];
  std::vector<NodeId> result(system.order.size());
  for (std::size_t k = 0; k < result.size(); ++k) result[system.order[k]] = system.reciprocals[k];
  return result;
}

std::vector<NodeId> RolledSystems::solve(std::size_t number, const std::vector<NodeId>& y) {
  const System& system = systems_[number];
  const auto [found, is_new] = known_.try_emplace({number, y}, solutions_.size());
  if (is_new) {
    std::vector<NodeId> ordered;
    for (const std::uint32_t unknown : system.order) ordered.push_back(y[unknown]);
    solutions_.push_back(
        {number, collect_terms(graph_, ordered), symbols("solution", solutions_.size(), y.size())});
  }
  const Solution& solution = solutions_[found->second];
  std::vector<NodeId> x(y.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[system.order[k]] = solution.x[k];
  return x;
}

std::unique_ptr<Evaluator> compile(const Graph& graph, const std::vector<NodeId>& outputs,
                                   const std::vector<NodeId>& inputs,
                                   const RolledSystems& systems) {
  return std::make_unique<RolledEvaluator>(graph, outputs, inputs, systems);
}

}  // namespace alembert
