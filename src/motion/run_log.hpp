#pragma once
/// What a run records, whichever equations it follows at the time, and whether it is asked to end.

#include <functional>
#include <span>

#include "motion/limits/run_limits.hpp"
#include "motion/motion_builder.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class RunLog {
 public:
  /// Both functions may be empty (simulate.hpp).
  RunLog(const MotionColumns& layout, const RunSettings& settings,
         const std::function<bool(double)>& progress,
         const std::function<void(std::span<const double>)>& output);

  MotionBuilder& builder() { return builder_; }

  /// The run begins, with this energy.
  void begin(double energy);
  /// What is left of the constraints at a state, and its energy, after these works.
  void audit(const StateAudit& audit, double works) {
    builder_.add_audit(audit, energy_at_start_, works + jumps_);
  }
  /// An impact, or an action of the model, has changed the energy by so much.
  void add_jump(double t, double energy) {
    jumps_ += energy;
    builder_.add_jump({t, energy});
  }

  /// When the next output is due.
  double next_output() const { return next_output_; }
  void count_output();

  void count_step() { limits_.count_step(); }
  /// Why the run should end here: the caller asks for it, or a limit is reached.
  std::optional<Failure> end_asked_for(double t) const;

 private:
  const RunSettings& settings_;
  MotionBuilder builder_;
  RunLimits limits_;
  const std::function<bool(double)> progress_;
  double energy_at_start_ = 0, jumps_ = 0;
  std::size_t outputs_ = 0;  ///< after the first
  double next_output_;
};

}  // namespace alembert
