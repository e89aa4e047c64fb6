#pragma once
/// The states of a run step by step as long as it follows the same equations, and what it takes to
/// come back to any instant between them.

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
#include "motion/trajectory.hpp"

namespace alembert {

class SmoothTrajectory final : public Trajectory {
 public:
  SmoothTrajectory(const Equations& equations, const RunSettings& settings,
                   std::shared_ptr<SharedCode> code);
  /// The same for a part of the equations `whole`, in rows of its table.
  SmoothTrajectory(const Equations& equations, const RunSettings& settings,
                   std::shared_ptr<SharedCode> code, const Equations& whole,
                   std::shared_ptr<const MotionColumns> layout);

  const Equations& equations() const override { return dynamics_.equations(); }
  const MotionColumns& layout() const override { return *layout_; }
  const RunSettings& settings() const override { return settings_; }
  DynamicsOptions dynamics_options() const override { return dynamics_.options(); }

  std::vector<double> row_at(double t) override;
  std::vector<double> evaluate_at(const std::vector<NodeId>& formulas, double t) override;
  std::vector<std::vector<double>> evaluate_rows(const std::vector<NodeId>& formulas,
                                                 const std::vector<double>& table) override;

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
  const std::shared_ptr<const MotionColumns> layout_;
  MotionFlow flow_;
  Recorder recorder_;
  Replay replay_;
  const std::shared_ptr<std::mutex> reading_;  ///< held while an instant is integrated again
};

}  // namespace alembert
