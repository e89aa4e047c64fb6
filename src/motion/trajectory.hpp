#pragma once
/// The way of one run: its states step by step, and what it takes to come back to any instant between them.

#include <memory>
#include <mutex>
#include <vector>

#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "dynamics/motion_flow.hpp"
#include "motion/motion_columns.hpp"
#include "motion/recorder.hpp"
#include "motion/replay.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class Trajectory {
 public:
  Trajectory(const Equations& equations, const RunSettings& settings,
             std::shared_ptr<SharedCode> code);

  const Equations& equations() const { return dynamics_.equations(); }
  const MotionColumns& layout() const { return layout_; }
  const RunSettings& settings() const { return settings_; }
  const DynamicsOptions& dynamics_options() const { return dynamics_.options(); }

  /// The row of the motion's table at any time of the run. This and the next two may be called by any number of
  /// threads, after the run: they use its workspace one after the other.
  std::vector<double> row_at(double t);
  /// Formulas of q, q̇, q̈, t and the multipliers in numbers at any time of the run.
  std::vector<double> evaluate_at(const std::vector<NodeId>& formulas, double t);
  /// The same at every row of a table of the motion.
  std::vector<std::vector<double>> evaluate_rows(const std::vector<NodeId>& formulas,
                                                 const std::vector<double>& table);

  /// What the run works with.
  Dynamics& dynamics() { return dynamics_; }
  Manifold& manifold() { return manifold_; }
  MotionFlow& flow() { return flow_; }
  Recorder& recorder() { return recorder_; }
  Replay& replay() { return replay_; }

 private:
  const RunSettings settings_;
  Dynamics dynamics_;
  Manifold manifold_;
  const MotionColumns layout_;
  MotionFlow flow_;
  Recorder recorder_;
  Replay replay_;
  const std::shared_ptr<std::mutex> reading_;  ///< held while somebody comes back to an instant
};

}  // namespace alembert
