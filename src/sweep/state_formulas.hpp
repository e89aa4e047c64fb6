#pragma once
/// Formulas in numbers at states that the lanes of an ensemble have reached; forces of constraint
/// may occur in them.

#include <memory>
#include <span>
#include <vector>

#include "ensemble/prepared_ensemble.hpp"

namespace alembert {

class StateFormulas {
 public:
  /// Memory for the motions of one thread.
  struct Workspace {
    std::vector<double> inputs, instant_inputs, instant, scratch;
    std::vector<double> values;        ///< of the formulas
    std::vector<double> acceleration;  ///< q̈
  };

  /// `ensemble` must outlive this.
  StateFormulas(const PreparedEnsemble& ensemble, const std::vector<NodeId>& formulas);

  /// Whether these formulas can be evaluated for motions in lanes.
  bool serve() const { return program_ != nullptr; }
  Workspace workspace() const;
  /// Sets the parameters of a motion.
  void begin(PreparedEnsemble::Row row, Workspace& workspace) const;
  /// Finds the values at a state (q, q̇); false if the forces need a rank-revealing solution.
  bool evaluate(double t, std::span<const double> state, Workspace& workspace) const;
  /// Finds q̈ at a state; false as above.
  bool accelerate(double t, std::span<const double> state, Workspace& workspace) const;

 private:
  void put_state(double t, std::span<const double> state, Workspace& workspace) const;

  const PreparedEnsemble& ensemble_;
  std::size_t n_, rows_;
  bool needs_instant_ = false;
  std::unique_ptr<Evaluator> program_;
};

}  // namespace alembert
