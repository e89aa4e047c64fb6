#pragma once
/// The `stop when` conditions of a run, and the instant at which the first of them comes true.

#include <optional>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/compiled_formulas.hpp"
#include "motion/dynamics.hpp"
#include "motion/integrator.hpp"

namespace alembert {

struct Stop {
  double t;
  std::string condition;  ///< as it stands in the model
};

class StopConditions {
 public:
  StopConditions(Dynamics& dynamics, const std::vector<Condition>& conditions);

  bool empty() const { return texts_.empty(); }
  /// The condition that holds already at a state.
  std::optional<Stop> at(double t, const numeric::Vector& y);
  /// The first instant of the integrator's last step at which one holds, to the resolution of time.
  std::optional<Stop> within_last_step(Integrator& integrator);

 private:
  bool holds(std::size_t condition, double t, const numeric::Vector& y);

  Dynamics& dynamics_;
  std::vector<std::string> texts_;
  CompiledFormulas conditions_;
};

}  // namespace alembert
