#pragma once
/// A velocity row can lose its gradient at an instant, as Appell's cone does at rest, or x ẏ + y ẋ
/// = 3x where x and y vanish together; what follows is then not determined.

#include <optional>
#include <string>
#include <vector>

#include "dynamics/dynamics.hpp"
#include "integrate/integrator.hpp"

namespace alembert {

struct LostGradient {
  double t_before;  ///< just before the loss: the last instant that is determined
  std::string row;
};

class GradientWatch {
 public:
  GradientWatch(Dynamics& dynamics, double tolerance);

  /// Finds the rows to be watched: those nonlinear in the velocities, and those whose gradient is
  /// much shorter at some states around the start than at others.
  void begin(double t, const numeric::Vector& q, const numeric::Vector& v);

  /// Whether no row can lose its gradient.
  bool empty() const { return watched_.empty(); }
  /// The first row, if any, that loses its gradient ∂ψ/∂q̇ within the integrator's last step, where
  /// that is missed: the rows have this rank elsewhere.
  std::optional<LostGradient> within_last_step(integrate::Integrator& integrator,
                                               numeric::Index rank);

 private:
  double length(const StateValues& here, std::size_t row) const;
  bool follows_from_others(const StateValues& here, std::size_t row, numeric::Index rank) const;

  Dynamics& dynamics_;
  const double lost_;
  std::vector<std::size_t> watched_;
};

}  // namespace alembert
