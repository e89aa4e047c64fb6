#pragma once
/// What a step passes between its stages: a window in which a formula such as if(x < 5, 0, if(x
/// < 5.001, F, 0)) is another, entered and left within the step.

#include <optional>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics.hpp"
#include "integrate/integrator.hpp"
#include "motion/switching/switches.hpp"

namespace alembert {

class MissedWindows {
 public:
  MissedWindows(Dynamics& dynamics, double tolerance);

  /// Whether no formula of positions switches.
  bool empty() const { return switches_.empty(); }
  /// An instant in the first window of the last step whose impulse is more than the tolerance
  /// allows: a step that ends there sees it.
  std::optional<double> within_last_step(integrate::Integrator& integrator);

 private:
  /// Of each switch at an instant of the step.
  std::vector<double> sides_at(integrate::Integrator& integrator, double t);
  std::vector<double> crossings_of(integrate::Integrator& integrator, std::size_t which,
                                   double left, double right);
  bool misses(integrate::Integrator& integrator, double from, double to);

  Dynamics& dynamics_;
  const double tolerance_;
  std::vector<Switch> switches_;
  CompiledFormulas sides_;
  numeric::Vector y_, before_, after_, slope_;
};

}  // namespace alembert
