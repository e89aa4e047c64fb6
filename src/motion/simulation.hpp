#pragma once
/// One run, from its consistent start to its Outcome.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "integrate/integrator.hpp"
#include "motion/conditions/stop_conditions.hpp"
#include "motion/events/mode_events.hpp"
#include "motion/gradient_loss.hpp"
#include "motion/limits/pace.hpp"
#include "motion/motion.hpp"
#include "motion/motion_run.hpp"
#include "motion/run_log.hpp"
#include "motion/singular_passage.hpp"
#include "motion/smooth_trajectory.hpp"
#include "motion/start/start.hpp"
#include "motion/switching/missed_window.hpp"
#include "symbol/switching_times.hpp"

namespace alembert {

class Simulation final : public MotionRun {
 public:
  using Vector = numeric::Vector;

  /// Runs of the same equations may share their code.
  Simulation(const Equations& equations, const RunSettings& settings,
             std::shared_ptr<SharedCode> code = std::make_shared<SharedCode>());
  /// Of a motion that follows other equations before and after.
  explicit Simulation(std::shared_ptr<SmoothTrajectory> trajectory);

  /// Finds a start that satisfies the constraints, their rank and the forces there.
  void prepare(const StartData& data) override;
  /// Integrates from the start that was prepared; once. Both functions may be empty (simulate.hpp).
  Motion run(const std::function<bool(double)>& progress,
             const std::function<void(std::span<const double>)>& output = {}) override;

  /// The motion of a record instead, after `prepare`.
  Motion restore(MotionRecord record);

  // One part of a run whose equations change on the way, as often as it comes back to these.

  /// Begins, or begins again, at a state that satisfies the constraints; y = (q, q̇, works). Throws
  /// ModelError where the constraints are singular there.
  void enter(double t, const Vector& y);
  /// Goes on to the first event, or to the end of the run. What happens is written into the log.
  void go_on(RunLog& log, ModeEvents& events);
  double t() const { return t_; }
  const Vector& y() const { return y_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }   ///< if the run has ended
  const std::vector<EventHit>& events() const { return events_met_; }  ///< which ended the part
  integrate::IntegratorCounters counters() const;
  Dynamics& dynamics() { return dynamics_; }
  Manifold& manifold() { return manifold_; }
  Recorder& recorder() { return recorder_; }
  numeric::Index rank() const { return rank_; }
  const std::vector<double>& start_row() const { return start_row_; }
  double energy_at_start() const { return start_row_[layout_.energy]; }
  /// What there is to say of the start that was prepared.
  void note_start(RunLog& log) const;

  /// The rows of the explicit equation that the run uses; null where it has none.
  const std::vector<std::size_t>* independent_rows() const { return dynamics_.independent_rows(); }

  /// Whether steps are looked into: a row may lose its gradient on the way, or a formula of
  /// positions switches.
  bool looks_into_steps() const { return !gradients_.empty() || !windows_.empty(); }

  const Equations& equations() const { return dynamics_.equations(); }

 private:
  /// Whether the motion can go on from a state, and with which rank.
  struct Continuation {
    std::optional<Failure> failure;
    numeric::Index rank;
  };

  std::unique_ptr<integrate::Integrator> make_integrator();
  integrate::Projection symmetric_projection();
  void note_rows_without_gradient(const StateValues& here);
  void note_negative_inertias(const StateValues& here);
  void begin_sizes(double t);
  void find_switches(double from);
  void go_on();
  double end_of_smooth_part() const;
  void pass_switch();
  void begin();
  void take_step();
  void take_taylor_step();
  double ratio_of_step() const;
  bool creeps_up() const;
  double ratio_here();
  bool choose_rows();
  bool approaches_singularity(const integrate::StepReport& report) const;
  void begin_passage(double ratio_of_step_begin);
  integrate::ConditionRange sample_conditions();
  void note_passage(integrate::Integrator& integrator);
  void accept_step(integrate::Integrator& integrator);
  bool repairs_too_much(const integrate::Integrator& integrator) const;
  void take_shorter_step(integrate::Integrator& integrator, double h);
  Continuation judge(double t, const Vector& y, bool projected);
  void end_at_first_failure(Failure failure, integrate::Integrator& integrator);
  bool ends_within_step(integrate::Integrator& integrator);
  void move_into_step(double t, integrate::Integrator& integrator);
  void land_on(integrate::Integrator& integrator);
  bool record_outputs(integrate::Integrator& integrator, double until);
  void audit(const StateAudit& audit);
  void end(Fate fate, const std::string& detail);
  void end_from(integrate::StepStatus status);
  bool project(double t, const Vector& from, Vector& y);
  /// That t may have: instants are known relative to it.
  double longest_time() const {
    return std::max(
        {std::fabs(settings_.from), std::fabs(settings_.until), settings_.until - settings_.from});
  }

  const std::shared_ptr<SmoothTrajectory>
      trajectory_;  ///< which stays with the motion; these are parts of it:
  const RunSettings& settings_;
  Dynamics& dynamics_;
  Manifold& manifold_;
  const MotionColumns& layout_;
  MotionFlow& flow_;
  Recorder& recorder_;
  Replay& replay_;

  SingularPassages passages_;
  GradientWatch gradients_;
  MissedWindows windows_;
  StopConditions stops_;
  Pace pace_;
  RunLog* log_ = nullptr;         ///< of the run, while it goes on
  ModeEvents* events_ = nullptr;  ///< where something may happen to the equations
  std::vector<EventHit> events_met_;
  const bool may_use_series_;  ///< where the integrator of the model fails
  std::unique_ptr<integrate::Integrator> integrator_, taylor_;
  SwitchingTimes switches_;
  std::optional<SwitchingTime> next_switch_;

  ConsistentStart start_;
  std::vector<std::string> rows_without_gradient_;  ///< that have no gradient at the start
  std::vector<std::string> negative_;               ///< coordinates with a negative inertia there
  std::vector<double> start_row_;
  double t_ = 0;
  Vector y_;
  Vector landing_, output_;  ///< where a step ends, and a state within it
  numeric::Index rank_ = -1;
  bool near_singular_ = false;  ///< the series goes on, not the integrator of the model
  double regular_above_ = 0;  ///< ratio of singular values at which the integrator takes over again
  double ratio_before_ = 0;   ///< where the last step ended
  double ratio_fell_from_ = 0;      ///< the largest since the rows were last clearly independent
  std::optional<Outcome> outcome_;  ///< once the run has ended
  bool was_entered_ = false;
};

}  // namespace alembert
