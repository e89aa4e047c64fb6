#pragma once
/// One step after the other along a flow, with the solution known in between.

#include <functional>
#include <memory>
#include <string_view>

#include "integrate/condition_range.hpp"
#include "integrate/flow.hpp"
#include "integrate/integrator_counters.hpp"
#include "integrate/step_kernel.hpp"

namespace alembert::integrate {

enum class StepStatus {
  advanced,        ///< t has moved on; the error estimate is within the tolerance
  too_small,       ///< the step that the tolerance asks for is lost in the rounding of t
  not_defined,     ///< f is not defined however small the step
  not_converging,  ///< the equations of an implicit step have no solution that it can find
  singular,        ///< wherever the step may end, the constraints have lost rank
};
std::string_view name_of(StepStatus status);

/// What a step has met.
struct StepReport {
  StepStatus status;
  ConditionRange conditions;  ///< of its evaluations, those of rejected trials too
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Begins at (t, y), forgetting all that was before. `step_guess` > 0 is tried first.
  virtual void start(double t, const numeric::Vector& y, double step_guess = 0) = 0;
  /// One accepted step, at most to `t_end` > t(), which is met exactly. When it does not advance, y
  /// stays and t_before() = t().
  virtual StepReport step(double t_end) = 0;
  /// No step is longer than this: what happens between the stages of a long one would not be seen.
  virtual void limit_steps(double longest) = 0;
  /// Replaces y at the present t, as a projection does; the step size is kept. A symmetric method
  /// may leave y as it is where the tolerance does not tell the two apart.
  virtual void correct(const numeric::Vector& y) = 0;

  virtual double t() const = 0;
  virtual double t_before() const = 0;  ///< where the last step began
  virtual const numeric::Vector& y() const = 0;
  /// y at t_before() ≤ t ≤ t() of the last step, from before any correction. Does not allocate once
  /// `y` has its size.
  virtual void interpolate(double t, numeric::Vector& y) = 0;

  virtual const IntegratorCounters& counters() const = 0;
};

/// Moves a state onto the constraints at t; false where that fails.
using Projection = std::function<bool(double t, const numeric::Vector& from, numeric::Vector& to)>;

/// What a method does with a step whose stages approach a singular position.
enum class NearSingularity {
  try_shorter_steps,
  give_up,  ///< StepStatus::not_defined at once: the caller has another method for it
};

/// Dormand and Prince's pair of order 8(5,3) with dense output of order 7; `tolerance` is relative
/// to the natural sizes. Steps are taken by the kernel, where there is one.
std::unique_ptr<Integrator> make_dop853(
    Flow& flow, double tolerance, KernelSource kernel = {},
    NearSingularity near_singularity = NearSingularity::try_shorter_steps);
/// Gauss collocation with 4 stages, order 8, symmetric, with dense output of order 6. The step is
/// found from the tolerance (a given `step_guess` that meets it is taken) and kept; it is shortened
/// for good, which counts as rejected, where its error exceeds the tolerance ten times. At kinks of
/// f it is shortened until they are passed. A projection is made part of each step, in a way that
/// keeps it symmetric.
std::unique_ptr<Integrator> make_gauss(Flow& flow, double tolerance,
                                       const Projection& projection = {});
/// Backward differentiation formulas of SUNDIALS' CVODE, for stiff forces. Corrections up to ten
/// times the tolerance keep the history; larger ones begin anew with small steps.
std::unique_ptr<Integrator> make_stiff(Flow& flow, double tolerance);

}  // namespace alembert::integrate
