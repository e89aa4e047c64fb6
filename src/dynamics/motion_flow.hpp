#pragma once
/// The motion as a flow: y = (q, q̇, works of the applied, ideal, non-ideal and time-dependent
/// parts).

#include <span>

#include "dynamics/dynamics.hpp"
#include "integrate/flow.hpp"
#include "integrate/step_kernel.hpp"

namespace alembert {

/// Its steps are taken by the explicit equation, where there is one.
class MotionFlow final : public integrate::Flow, private integrate::StepKernel {
 public:
  explicit MotionFlow(Dynamics& dynamics);

  std::size_t size() const override { return layout_.size(); }
  std::size_t controlled() const override { return layout_.controlled(); }
  bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) override;
  const double* sizes() const override { return dynamics_.sizes().data(); }
  double noise() const override;
  double condition() const override { return dynamics_.condition(); }

  /// The kernel of the explicit equation, where there is one at the time.
  integrate::KernelSource kernels() {
    return [this]() -> integrate::StepKernel* { return dynamics_.takes_steps() ? this : nullptr; };
  }

  /// Whether the constraint rows were clearly independent at the last state.
  bool is_regular() const { return is_regular_; }

  /// The condition at a state, for less than `evaluate` costs near a loss of rank; only between
  /// states of which one is regular.
  double condition_at(double t, const numeric::Vector& y);

 private:
  double step(double t, double h, const numeric::Vector& y, numeric::Vector& landed,
              integrate::ConditionRange& met) override;
  bool stages_of(double t, double h, std::span<numeric::Vector> stages) const override;

  Dynamics& dynamics_;
  const integrate::StateLayout layout_;
  bool is_regular_ = false;
};

}  // namespace alembert
