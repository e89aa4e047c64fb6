#pragma once
/// Steps of Dormand and Prince's method that come with their right-hand side: compiled as a whole,
/// or stage by stage without copies. Faster than twelve calls of f.

#include <functional>
#include <span>

#include "integrate/condition_range.hpp"
#include "numeric/matrix.hpp"

namespace alembert::integrate {

class StepKernel {
 public:
  virtual ~StepKernel() = default;

  /// A step of length h from (t, y): writes the new y and returns the error relative to what the
  /// tolerance allows. NaN where f is not defined on the way. (A number comes back in a register;
  /// an std::optional would come through memory, which the next step would wait for.) `met` gets
  /// the conditions of the stages, also where the error is NaN.
  virtual double step(double t, double h, const numeric::Vector& y, numeric::Vector& landed,
                      ConditionRange& met) = 0;
  /// f at the twelve stages of the last step, if that was from t by h and they were kept.
  virtual bool stages_of(double t, double h, std::span<numeric::Vector> stages) const = 0;
};

/// Gives the kernel for the next step; null where there is none, and f has to be called.
using KernelSource = std::function<StepKernel*()>;

}  // namespace alembert::integrate
