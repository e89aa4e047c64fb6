#pragma once
/// A row nonlinear in the velocities can lose its gradient at an instant, as Appell's cone does at rest;
/// what follows is then not determined.

#include <optional>
#include <string>
#include <vector>

#include "motion/dynamics.hpp"
#include "motion/integrator.hpp"

namespace alembert {

struct LostGradient {
  double t_before;  ///< just before the loss: the last instant that is determined
  std::string row;
};

class GradientWatch {
 public:
  explicit GradientWatch(Dynamics& dynamics);

  /// Whether no row can lose its gradient.
  bool empty() const { return nonlinear_rows_.empty(); }
  /// The first row, if any, that loses its gradient ∂ψ/∂q̇ within the integrator's last step.
  std::optional<LostGradient> within_last_step(Integrator& integrator);

 private:
  Dynamics& dynamics_;
  std::vector<std::size_t> nonlinear_rows_;
};

}  // namespace alembert
