#pragma once
/// What all motions of a system that run side by side share: the compiled functions that bring them
/// on.
///
/// What is decided after each step is compiled too, as formulas without branches, so that it is
/// decided for all lanes at once and in the same way for any number of them.

#include <memory>

#include "compile/evaluator.hpp"
#include "dynamics/mass_blocks.hpp"
#include "ensemble/lane_rows.hpp"
#include "solution/explicit_formulas.hpp"

namespace alembert {

struct LaneFunctions {
  struct Steps {
    double tolerance;
    bool projects;  ///< onto the constraints after each step
    double longest;
  };
  /// M and A tell which coordinates share inertia and rows.
  LaneFunctions(solution::ExplicitFormulas& formulas, const FormulaMatrix& M,
                const FormulaMatrix& A, const Steps& steps);

  LaneRows rows;
  FormulaMatrix M, A;
  std::vector<CoordinateBlock> blocks;  ///< coupled_blocks of these
  double tolerance;
  bool projects;
  double longest_step;

  /// ExplicitFormulas::acceleration() of t, q, q̇ and the parameters.
  std::unique_ptr<Evaluator> acceleration;
  /// The diagonal of M, of the same.
  std::unique_ptr<Evaluator> inertia;
  /// How large the terms of the forces are; null where all coordinates are in one block.
  std::unique_ptr<Evaluator> force_terms;

  // of a block of LaneRows

  /// To the rows from t to worst; there for small systems only, larger ones take their steps by
  /// stages.
  std::unique_ptr<Evaluator> step;
  /// Where a step has landed: whether it is taken, and how long the next one is. To the rows from
  /// remark to energy_deviation.
  std::unique_ptr<Evaluator> control;
  /// One step of Newton's method for the lanes that wait. To the rows from t to condition.
  std::unique_ptr<Evaluator> projection;
  /// To residual_here and energy_here.
  std::unique_ptr<Evaluator> audit;
};

}  // namespace alembert
