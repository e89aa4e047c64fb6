#pragma once
/// One motion by the explicit equation: its functions (explicit_code.hpp) with the memory they
/// need.

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/explicit_code.hpp"
#include "dynamics/instant.hpp"
#include "dynamics/natural_sizes.hpp"
#include "integrate/condition_range.hpp"
#include "integrate/staged_step.hpp"
#include "integrate/state_layout.hpp"

namespace alembert {

/// Largest residuals and the energy of a state.
struct StateAudit {
  double position, velocity, energy;
};

/// States are y = (q, q̇, …). Every call answers false or nothing, and changes nothing, where the
/// rows are not clearly independent or something is not finite.
class ExplicitMotion {
 public:
  /// `rows` are all rows of the system; `parameters` are the numbers of the free ones.
  ExplicitMotion(std::shared_ptr<ExplicitCode> code, std::size_t coordinates, std::size_t rows,
                 const NaturalSizes& sizes, const std::vector<double>& parameters = {});

  /// One of the free parameters has another number from now on.
  void set_parameter(std::size_t which, double number) { inputs_[1 + 2 * n_ + which] = number; }

  /// dy = (q̇, q̈, powers of the applied, ideal, non-ideal and time-dependent parts).
  bool accelerate(double t, const double* y, double* dy);
  /// Condition of the rows at the last state where that was possible.
  double condition() const { return condition_; }

  /// Ratio of singular values at any state, without q̈: 1 far from, 0 at a loss of rank.
  double ratio_at(double t, const double* y);

  /// A step of length h, and f at its stages (StepKernel).
  double step(double t, double h, const double* y, double* landed, integrate::ConditionRange& met);
  bool stages_of(double t, double h, std::span<numeric::Vector> stages) const;

  /// y: `from` = (q, q̇) moved onto the constraints, least in the norm of M. Also false where
  /// Newton's method does not get there in a few steps. Both may be the same.
  bool project(double t, const double* from, double* y);
  /// How far the last call has moved a component at first, relative to its size.
  double correction() const { return correction_; }

  StateAudit audit(double t, const double* y);

  /// Everything about the forces at a state on the constraints. False, with nothing of use in
  /// `now`, where the rows nearly depend on each other or those left out do not.
  bool has_instant() const { return code_->has_instant(); }
  const std::vector<std::size_t>& rows() const { return code_->rows(); }
  bool instant(double t, const double* y, Instant& now);

 private:
  integrate::StagedStep::Findings step_as_a_whole(double t, double h, const double* y,
                                                  double* landed);
  integrate::StagedStep::Findings step_by_stages(double t, double h, const double* y,
                                                 double* landed);
  const double* call(CompiledFormulas& function, double t, const double* y);
  void know_sizes();

  const std::shared_ptr<ExplicitCode> code_;
  const integrate::StateLayout layout_;
  const std::size_t n_, m_;
  CompiledFormulas acceleration_, step_, projection_, audit_, instant_;
  std::optional<integrate::StagedStep> staged_;  ///< where steps are not compiled as a whole
  double staged_t_ = 0, staged_h_ = 0;           ///< of the last step; 0: there is none
  const NaturalSizes& sizes_;
  std::size_t known_sizes_ = 0;  ///< their version among the inputs
  std::vector<double> inputs_;   ///< t, q, q̇, parameters, natural sizes and the length of a step
  double condition_ = 1;
  double correction_ = 0;
};

}  // namespace alembert
