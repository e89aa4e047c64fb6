#pragma once
/// The way of one run, as its Motion asks for it.

#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "mechanics/equations.hpp"
#include "motion/motion_columns.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class Trajectory {
 public:
  virtual ~Trajectory() = default;

  virtual const Equations& equations() const = 0;
  /// Those that hold at a time of the run: without the rows of contacts that are open.
  virtual Equations equations_at(double) { return equations(); }
  virtual const MotionColumns& layout() const = 0;
  virtual const RunSettings& settings() const = 0;
  virtual DynamicsOptions dynamics_options() const = 0;

  /// The row of the motion's table at any time of the run. This and the next two may be called by
  /// any number of threads, after the run: they use one workspace one after the other.
  virtual std::vector<double> row_at(double t) = 0;
  /// Formulas of q, q̇, q̈, t and the multipliers in numbers at any time of the run.
  virtual std::vector<double> evaluate_at(const std::vector<NodeId>& formulas, double t) = 0;
  /// The same at every row of a table of the motion.
  virtual std::vector<std::vector<double>> evaluate_rows(const std::vector<NodeId>& formulas,
                                                         const std::vector<double>& table) = 0;
};

}  // namespace alembert
