#pragma once
/// The explicit equation of motion for one choice of rows, compiled: what all motions by it share.

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics_options.hpp"
#include "solution/explicit_formulas.hpp"

namespace alembert {

/// How the explicit equation is written out for a motion.
inline solution::ExplicitOptions explicit_options(const DynamicsOptions& options) {
  return {.free_parameters = options.free_parameters,
          .baumgarte = options.baumgarte,
          .keeps_constraints = options.keeps_constraints,
          .may_roll = true};
}

/// Functions are made when they are first asked for, and are given out with memory of their own.
/// Any number of threads may share one.
class ExplicitCode {
 public:
  /// How steps of dop853 are taken: not at all, by one function, or by twelve calls of q̈.
  enum class Steps { none, whole, staged };

  /// Steps are made for this tolerance, where it is not 0; those of small systems are compiled as a
  /// whole.
  ExplicitCode(std::unique_ptr<solution::ExplicitFormulas> formulas, std::size_t coordinates,
               double step_tolerance);

  const std::vector<std::size_t>& rows() const { return formulas_->rows(); }
  bool has_instant() const { return formulas_->has_instant(); }
  bool is_linear_in_velocities() const { return formulas_->is_linear_in_velocities(); }
  Steps steps() const { return steps_; }
  double step_tolerance() const { return step_tolerance_; }
  /// Whether all functions are worth compiling before the first step.
  bool is_small() const { return is_small_; }
  /// Inputs of all functions, t, q, q̇ and the free parameters; steps and projections have the
  /// natural sizes of q and q̇ behind them, and steps their length.
  std::size_t input_count() const { return formulas_->inputs().size(); }

  CompiledFormulas acceleration();  ///< ExplicitFormulas::acceleration
  CompiledFormulas step();          ///< WholeStep::outputs
  CompiledFormulas projection();
  CompiledFormulas audit();
  CompiledFormulas instant();

 private:
  using Use = CompiledFormulas::Use;
  using Formulas = std::vector<NodeId>;

  CompiledFormulas get(std::shared_ptr<FormulaCode>& code, const std::function<Formulas()>& outputs,
                       const Formulas& inputs, Use use);
  Formulas inputs_with_sizes() const;

  std::mutex making_;
  const std::unique_ptr<solution::ExplicitFormulas> formulas_;
  const double step_tolerance_;
  Steps steps_ = Steps::none;
  bool is_small_ = true;
  std::shared_ptr<FormulaCode> acceleration_, step_, projection_, audit_, instant_;
};

}  // namespace alembert
