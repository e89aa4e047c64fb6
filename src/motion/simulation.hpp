#pragma once
/// One run, from its consistent start to its Outcome, and the way back to any instant of it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/dynamics.hpp"
#include "motion/integrator.hpp"
#include "motion/layout.hpp"
#include "motion/manifold.hpp"
#include "motion/motion.hpp"
#include "motion/start.hpp"

namespace alembert {

/// The run in numbers.
struct RunSettings {
  double from = 0, until = 0;
  double tolerance = 1e-10;
  double every = 0;
  double rank_tolerance = 1e-10;
  Method method = Method::dop853;
  Drift drift = Drift::project;
  double baumgarte_alpha = 0, baumgarte_beta = 0;
  Inconsistent inconsistent = Inconsistent::error;
  std::vector<Condition> stop_when;
};

class Simulation : public std::enable_shared_from_this<Simulation> {
 public:
  using Vector = numeric::Vector;

  Simulation(const Equations& equations, const RunSettings& settings);
  ~Simulation();

  /// Integrates from a start that satisfies the constraints.
  Motion run(const StartData& start, const std::function<bool(double)>& progress);

  const Equations& equations() const { return dynamics_.equations(); }
  const Layout& layout() const { return layout_; }
  const RunSettings& settings() const { return settings_; }
  const DynamicsOptions& dynamics_options() const { return dynamics_.options(); }

  /// The row of the motion's table at any time of the run.
  std::vector<double> row_at(double t);
  /// Formulas of q, q̇, q̈, t and the multipliers in numbers at any time of the run.
  std::vector<double> evaluate_at(const std::vector<NodeId>& formulas, double t);
  /// The same at every output of the motion.
  std::vector<std::vector<double>> evaluate_rows(const std::vector<NodeId>& formulas,
                                                 const Motion& motion);

 private:
  class MotionFlow;
  /// A state from which the run can be taken up again.
  struct Checkpoint {
    double t;
    Vector y;
    bool by_taylor;  ///< how the step that begins here was made
  };

  void find_consistent_start(const StartData& start, Motion& motion);
  void refuse_undetermined_start(const Vector& q, const Vector& v);
  bool take_step(Motion& motion);
  bool take_taylor_step(Motion& motion);
  void sample_ratios();
  bool accept_step(Integrator& integrator, Motion& motion, bool by_taylor);
  void record_outputs(Integrator& integrator, Motion& motion);
  bool check_stops(Integrator& integrator, Motion& motion);
  bool check_velocity_rank(Integrator& integrator, Motion& motion);
  void audit(Motion& motion);
  void watch_rank(Motion& motion);
  void note_passage(Integrator& integrator, Motion& motion);
  void append_row(Motion& motion, double t, const Vector& y);
  void end(Motion& motion, Fate fate, const std::string& detail);
  void end_from(StepStatus status, Motion& motion);
  std::vector<double> make_row(double t, const Vector& y);
  Vector state_at(double t);
  bool project(double t, Vector& y);
  std::unique_ptr<Integrator> make_integrator();
  double row_ratio(double t, const Vector& y);
  bool holds(std::size_t condition, double t, const Vector& y);

  RunSettings settings_;
  Dynamics dynamics_;
  Manifold manifold_;
  Layout layout_;
  std::size_t n_;
  std::unique_ptr<MotionFlow> flow_;
  std::unique_ptr<Integrator> integrator_, taylor_;
  std::unique_ptr<Evaluator> watches_, conditions_;
  std::vector<double> condition_values_;
  std::vector<Checkpoint> checkpoints_;

  double t_ = 0;
  Vector y_;
  std::size_t next_output_ = 0;
  double energy_at_start_ = 0;
  numeric::Index rank_ = -1;
  bool near_singular_ = false;
  double regular_above_ = 0;  ///< ratio of singular values at which Runge-Kutta goes on
  std::vector<std::size_t> nonlinear_rows_;
  bool finished_ = false;
};

}  // namespace alembert
