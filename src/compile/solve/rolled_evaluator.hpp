#pragma once
/// Evaluates formulas that use linear systems: compiled formulas and solution loops in turns.

#include <memory>
#include <vector>

#include "compile/solve/rolled_systems.hpp"

namespace alembert {

/// The first turn evaluates all matrices and right-hand sides that use no solution, then factorises
/// and solves in loops; the next one those that use these solutions, and so on; the outputs come
/// last.
class RolledEvaluator final : public Evaluator {
 public:
  RolledEvaluator(const Graph& graph, const std::vector<NodeId>& outputs,
                  const std::vector<NodeId>& inputs, const RolledSystems& systems);

  std::size_t workspace_size(std::size_t lanes) const override;
  void evaluate(const double* inputs, double* outputs, double* workspace) const override;
  void evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                      double* workspace) const override;

 private:
  struct Factorisation {
    std::size_t size;
    std::size_t triangle;     ///< where it lies among the results of the formulas
    std::size_t reciprocals;  ///< where they go among the values
  };
  struct Solution {
    std::size_t factorisation;
    std::size_t y, x;  ///< among the results of the formulas, and among the values
  };
  struct Turn {
    std::unique_ptr<Evaluator> formulas;  ///< of the values
    std::size_t results;                  ///< where its results begin among those of all turns
    std::size_t first_factorisation, end_factorisation;
    std::size_t first_solution, end_solution;
  };

  bool runs_side_by_side(std::size_t lanes) const { return lanes == 1 || lanes == 4; }
  void run(std::size_t lanes, const double* inputs, double* outputs, double* workspace) const;

  std::vector<Factorisation> factorisations_;
  std::vector<Solution> solutions_;
  std::vector<Turn> turns_;
  std::unique_ptr<Evaluator> outputs_;  ///< of the values
  std::size_t value_count_ = 0;         ///< inputs, then all symbols of systems
  std::size_t result_count_ = 0;        ///< of all turns together
};

}  // namespace alembert
