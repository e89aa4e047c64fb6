#pragma once
/// The `stop when` conditions of a run, and the instant at which the first of them comes true.

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "integrate/integrator.hpp"
#include "motion/conditions/first_window.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

struct Stop {
  double t;
  std::string condition;  ///< as it stands in the model
};

class StopConditions {
 public:
  StopConditions(Dynamics& dynamics, Manifold& manifold, const RunSettings& settings);

  bool empty() const { return texts_.empty(); }
  /// The condition that holds already at a state.
  std::optional<Stop> at(double t, const numeric::Vector& y);
  /// The first instant of the integrator's last step at which one holds, to the resolution of time.
  /// It is looked for on the constraints, at the outputs of the step, between them, and where a
  /// condition nearly holds.
  std::optional<Stop> within_last_step(integrate::Integrator& integrator);

 private:
  Look look(std::size_t condition, double t, const numeric::Vector& y);
  std::vector<double> instants_of_step(double from, double until) const;

  Dynamics& dynamics_;
  Manifold& manifold_;
  const RunSettings& settings_;
  std::vector<std::string> texts_;
  CompiledFormulas conditions_;  ///< all conditions, then all their margins
  bool use_forces_ = false;      ///< or accelerations
  numeric::Vector state_;
};

}  // namespace alembert
