#pragma once
/// The states at which the steps of a run began, and the way from them to any instant between.

#include <cstdint>
#include <memory>
#include <vector>

#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "dynamics/motion_flow.hpp"
#include "integrate/integrator.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

/// A long run has more steps than memory: of 2ᵏ states in a row only the first is kept, with k as
/// large as that takes.
class Replay {
 public:
  Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow, const RunSettings& settings);

  enum class By : std::uint8_t { runge_kutta, taylor };

  /// The run is at (t, y).
  void add(double t, const numeric::Vector& y);
  /// It begins there, or comes back from elsewhere: no step leads to this state.
  void add_start(double t, const numeric::Vector& y);
  /// How the step is made that begins at the state added last.
  void next_step(By by) {
    if (by == By::taylor) kept_.back().by = by;
  }

  /// The state at any time of the run, integrated from the last state before it that was kept:
  /// within the tolerance of the run. Throws ModelError outside.
  numeric::Vector state_at(double t);

  std::size_t states() const { return kept_.size(); }  ///< that are kept
  std::size_t bytes() const;                           ///< of memory for them

 private:
  /// t and y of the i-th state.
  const double* instant(std::size_t i) const {
    return &chunks_[i / chunk_size_][i % chunk_size_ * width_];
  }
  void set_width(std::size_t width);
  void keep(double t, const numeric::Vector& y);
  void add_chunk();
  void thin_out();
  integrate::Integrator& integrator_from(std::size_t state);

  Dynamics& dynamics_;
  Manifold& manifold_;
  MotionFlow& flow_;
  const RunSettings& settings_;
  struct Kept {
    By by;  ///< how the steps from this state to the next one that is kept were made
    bool is_start = false;  ///< no step leads to it; such states are always kept
  };
  std::vector<Kept> kept_;
  /// Many states one after the other: a step asks for no memory of its own.
  std::vector<std::unique_ptr<double[]>> chunks_;
  std::size_t width_ = 0, chunk_size_ = 0;  ///< numbers of a state, states of a chunk
  std::size_t most_states_ = 0;             ///< before they are thinned out
  std::size_t stride_ = 1, added_ = 0;      ///< of so many states one is kept; so many there were
  double last_t_ = 0;                       ///< where the run is …
  numeric::Vector last_y_;                  ///< … kept or not, once some are not
  /// Made when first asked for: a series is compiled.
  std::unique_ptr<integrate::Integrator> series_, stiff_, steps_;
  double* next_ = nullptr;       ///< where the next state is put …
  double* chunk_end_ = nullptr;  ///< … unless the chunk ends there
};

}  // namespace alembert
