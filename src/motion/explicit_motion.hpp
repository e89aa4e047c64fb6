#pragma once
/// The formulas of explicit_formulas.hpp, compiled, with the memory they need.

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "motion/compiled_formulas.hpp"
#include "motion/explicit_formulas.hpp"
#include "motion/instant.hpp"
#include "motion/natural_sizes.hpp"
#include "motion/ratios_met.hpp"
#include "motion/staged_step.hpp"

namespace alembert {

/// Largest residuals and the energy of a state.
struct StateAudit {
  double position, velocity, energy;
};

/// States are y = (q, q̇, …). Every call answers false or nothing, and changes nothing, where the rows are not
/// clearly independent or something is not finite.
class ExplicitMotion {
 public:
  /// Steps are made for this tolerance, where it is not 0; small systems have them compiled as a whole.
  ExplicitMotion(std::unique_ptr<ExplicitFormulas> formulas, std::size_t coordinates,
                 std::size_t rows, double step_tolerance, const NaturalSizes& sizes);

  /// dy = (q̇, q̈, powers of the applied, ideal, non-ideal and time-dependent parts).
  bool accelerate(double t, const double* y, double* dy);
  /// Condition of the rows at the last state where that was possible.
  double condition() const { return condition_; }

  /// Ratio of singular values at any state, without q̈: 1 far from, 0 at a loss of rank.
  double ratio_at(double t, const double* y);

  /// A whole step of length h (Flow::step_at_once), with the ratios met.
  double step(double t, double h, const double* y, double* landed, RatiosMet& ratios);
  /// y′ at its stages (Flow::stages_of).
  bool stages_of(double t, double h, std::span<numeric::Vector> stages) const;

  /// y: `from` = (q, q̇) moved onto the constraints, least in the norm of M. Also false where Newton's method does
  /// not get there in a few steps. Both may be the same.
  bool project(double t, const double* from, double* y);
  /// How far the last call has moved a component at first, relative to its size.
  double correction() const { return correction_; }

  StateAudit audit(double t, const double* y);

  /// Everything about the forces at a state on the constraints. False, with nothing of use in `now`, where the
  /// rows nearly depend on each other or those left out do not.
  bool has_instant() const { return formulas_->has_instant(); }
  const std::vector<std::size_t>& rows() const { return formulas_->rows(); }
  bool instant(double t, const double* y, Instant& now);

 private:
  void prepare_whole_steps(double tolerance);
  StagedStep::Findings step_as_a_whole(double t, double h, const double* y, double* landed);
  StagedStep::Findings step_by_stages(double t, double h, const double* y, double* landed);
  CompiledFormulas compiled(const std::vector<NodeId>& outputs, const std::vector<NodeId>& inputs,
                            CompiledFormulas::Use use = CompiledFormulas::Use::now_and_then);
  const double* call(CompiledFormulas& function, double t, const double* y);
  void know_sizes();
  std::vector<NodeId> inputs_with_sizes() const;

  std::unique_ptr<ExplicitFormulas> formulas_;
  const std::size_t n_, m_;
  CompiledFormulas acceleration_, step_, projection_, audit_, instant_;
  bool has_steps_ = false;
  std::optional<StagedStep> staged_;    ///< where steps are not compiled as a whole
  double staged_t_ = 0, staged_h_ = 0;  ///< of the last step; 0: there is none
  const NaturalSizes& sizes_;
  std::size_t known_sizes_ = 0;  ///< their version among the inputs
  std::vector<double> inputs_;   ///< t, q, q̇, their natural sizes and the length of a step
  double condition_ = 1;
  double correction_ = 0;
};

}  // namespace alembert
