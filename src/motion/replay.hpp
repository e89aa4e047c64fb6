#pragma once
/// The states at which the steps of a run began, and the way from them to any instant between.

#include <vector>

#include "motion/dynamics.hpp"
#include "motion/manifold.hpp"
#include "motion/motion_flow.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class Replay {
 public:
  Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow, const RunSettings& settings);

  enum class By { runge_kutta, taylor };

  /// The run is at (t, y).
  void add(double t, const numeric::Vector& y);
  /// How the step is made that begins at the state added last.
  void next_step(By by) { checkpoints_.back().by = by; }

  /// The state at any time of the run, integrated from the last step before it. Throws ModelError outside.
  numeric::Vector state_at(double t);

 private:
  struct Checkpoint {
    double t;
    std::size_t state;  ///< where y begins in states_
    By by;
  };

  Dynamics& dynamics_;
  Manifold& manifold_;
  MotionFlow& flow_;
  const RunSettings& settings_;
  std::vector<Checkpoint> checkpoints_;
  std::vector<double> states_;  ///< one after the other: a step asks for no memory of its own
  numeric::Index size_ = 0;     ///< of one of them
};

}  // namespace alembert
