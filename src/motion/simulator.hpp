#pragma once
/// One model run again and again, with other numbers.

#include <memory>

#include "mechanics/equations.hpp"
#include "motion/simulate.hpp"

namespace alembert {

class SharedCode;

/// Derives the equations of a model once, and compiles them once for all starts and for all numbers
/// of the parameters in SimulateOptions::parameters. A run gives the same digits whatever ran
/// before it. Runs follow each other; many at once are an ensemble (ensemble/ensemble.hpp).
class Simulator {
 public:
  explicit Simulator(const Model& model);
  explicit Simulator(const System& system);
  /// Without a copy of the model.
  explicit Simulator(std::shared_ptr<const Model> model);

  Motion run(const SimulateOptions& options = {});
  /// The motion of a record (restore.hpp).
  Motion restore(const SimulateOptions& options, MotionRecord record);

  const Equations& equations() const { return equations_; }
  double derive_seconds() const { return derive_seconds_; }

 private:
  Equations with_parameters_of(const SimulateOptions& options) const;

  const std::shared_ptr<const Model> model_;
  Equations equations_;
  double derive_seconds_ = 0;
  bool has_run_ = false;
  const std::shared_ptr<SharedCode> code_;
};

}  // namespace alembert
