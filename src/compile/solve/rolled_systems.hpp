#pragma once
/// Linear systems that formulas leave to loops, because their factors written out would outgrow the
/// caches.
///
/// The solution of such a system is a symbol for each unknown, which formulas use as if it were an
/// input. Compiled, formulas and loops run in turns (`compile` below).

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "compile/evaluator.hpp"
#include "compile/solve/unrolled_factors.hpp"

namespace alembert {

class RolledSystems {
 public:
  explicit RolledSystems(Graph& graph) : graph_(graph) {}
  RolledSystems(const RolledSystems&) = delete;
  RolledSystems& operator=(const RolledSystems&) = delete;

  /// Adds a symmetric matrix, to be eliminated in that order, and returns its number.
  std::size_t add(const EliminationOrder& order, const std::vector<SymmetricEntry>& entries);
  /// The symbols of the reciprocal pivots, by unknown.
  std::vector<NodeId> reciprocals(std::size_t system) const;
  /// The symbols of x, by unknown, with matrix · x = y.
  std::vector<NodeId> solve(std::size_t system, const std::vector<NodeId>& y);

  /// A matrix and its pivots, in the order of the elimination.
  struct System {
    std::vector<std::uint32_t> order;
    std::vector<NodeId> triangle;     ///< formulas, the lower one row by row
    std::vector<NodeId> reciprocals;  ///< symbols
  };
  struct Solution {
    std::size_t system;
    std::vector<NodeId> y;  ///< formulas
    std::vector<NodeId> x;  ///< symbols
  };
  const std::vector<System>& systems() const { return systems_; }
  /// Each system may use the symbols of those before it.
  const std::vector<Solution>& solutions() const { return solutions_; }

 private:
  std::vector<NodeId> symbols(const char* what, std::size_t number, std::size_t count);

  Graph& graph_;
  std::vector<System> systems_;
  std::vector<Solution> solutions_;
  std::map<std::pair<std::size_t, std::vector<NodeId>>, std::size_t> known_;  ///< solutions by y
};

/// A matrix of such systems with the interface of UnrolledFactors.
class RolledFactors {
 public:
  RolledFactors(RolledSystems& systems, const EliminationOrder& order,
                const std::vector<SymmetricEntry>& entries)
      : systems_(systems),
        system_(systems.add(order, entries)),
        reciprocals_(systems.reciprocals(system_)) {}

  std::vector<NodeId> solve(const std::vector<NodeId>& y) const {
    return systems_.solve(system_, y);
  }
  const std::vector<NodeId>& reciprocals() const { return reciprocals_; }

 private:
  RolledSystems& systems_;
  std::size_t system_;
  std::vector<NodeId> reciprocals_;
};

/// Like `compile` of evaluator.hpp, for formulas that may use the symbols of `systems`.
std::unique_ptr<Evaluator> compile(const Graph& graph, const std::vector<NodeId>& outputs,
                                   const std::vector<NodeId>& inputs, const RolledSystems& systems);

}  // namespace alembert
