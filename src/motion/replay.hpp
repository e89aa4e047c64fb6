#pragma once
/// The states at which the steps of a run began, and the way from them to any instant between.

#include <cstdint>
#include <memory>
#include <vector>

#include "motion/dynamics.hpp"
#include "motion/manifold.hpp"
#include "motion/motion_flow.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class Replay {
 public:
  Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow, const RunSettings& settings);

  enum class By : std::uint8_t { runge_kutta, taylor };

  /// The run is at (t, y).
  void add(double t, const numeric::Vector& y);
  /// How the step is made that begins at the state added last.
  void next_step(By by) { steps_.back() = by; }

  /// The state at any time of the run, integrated from the last step before it. Throws ModelError outside.
  numeric::Vector state_at(double t);

 private:
  std::size_t size() const { return steps_.size(); }
  /// t and y of the i-th state.
  const double* instant(std::size_t i) const {
    return &chunks_[i / chunk_size_][i % chunk_size_ * width_];
  }
  void add_chunk();

  Dynamics& dynamics_;
  Manifold& manifold_;
  MotionFlow& flow_;
  const RunSettings& settings_;
  std::vector<By> steps_;  ///< how the step from each state was made
  /// Many states one after the other: a step asks for no memory of its own, and what is there is never moved.
  std::vector<std::unique_ptr<double[]>> chunks_;
  std::size_t width_ = 0, chunk_size_ = 0;  ///< numbers of a state, states of a chunk
  double* next_ = nullptr;                  ///< where the next state is put …
  double* chunk_end_ = nullptr;             ///< … unless the chunk ends there
};

}  // namespace alembert
