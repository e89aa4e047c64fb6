#pragma once
/// Several motions of one system side by side, one in each lane of the vector registers.

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "ensemble/lane_functions.hpp"
#include "ensemble/lane_memory.hpp"
#include "ensemble/lane_start.hpp"
#include "integrate/staged_step.hpp"

namespace alembert {

/// A motion on its way.
struct LaneMotion {
  std::size_t member = 0;
  double t = 0;
  std::vector<double> state;       ///< q, q̇
  std::vector<double> parameters;  ///< free ones

  // known at its end
  double energy_deviation = 0, residual = 0;
  long steps = 0;
};

class LaneGroup {
 public:
  /// Motions that take more than `most_steps` fail.
  LaneGroup(const LaneFunctions& functions, std::size_t lanes, const std::vector<double>& times,
            long most_steps = std::numeric_limits<long>::max());

  /// The next motion to run, at its start; false when there is none left.
  using Source = std::function<bool(LaneMotion&)>;
  /// A motion has reached times[index], or starts there.
  using Arrival = std::function<void(const LaneMotion&, std::size_t index)>;
  /// A motion that cannot go on here: its rows come near a loss of rank, its steps become too
  /// small, or its numbers end.
  using Failure = std::function<void(const LaneMotion&)>;
  /// Asked now and then; where it answers false, the motions on their way are dropped.
  using GoOn = std::function<bool()>;

  /// Runs motions until the source is empty.
  void run(const Source& source, const Arrival& arrival, const Failure& failure,
           const GoOn& go_on = {});

 private:
  struct Lane {
    bool active = false;
    LaneMotion motion;  ///< as it was when it began, or at the last of the times
    std::size_t next_time = 0;
  };

  void fill(std::size_t lane, const Source& source, const Arrival& arrival, const Failure& failure);
  void put(std::size_t lane, const LaneStart::Beginning& beginning);
  void set_targets(std::size_t lane);
  void try_steps();
  void take_sizes();
  void decide();
  void hold_back(const Failure& failure);
  bool project(const Failure& failure);
  void give_up(std::size_t lane, const Failure& failure);
  void arrive(std::size_t lane, const Arrival& arrival, const Failure& failure);
  void sum_up(std::size_t lane);
  bool takes_too_many(std::size_t lane) const;
  void call(const Evaluator& evaluator, double* outputs);
  bool is_zero(const double* row) const;
  double* row(double* block, std::size_t index) const { return block + index * width_; }
  void set(std::size_t index, std::size_t lane, double value);

  const LaneFunctions& functions_;
  const LaneRows& rows_;
  const std::size_t width_;
  const std::vector<double>& times_;
  const double most_steps_;
  std::vector<Lane> lanes_;
  std::size_t active_ = 0;
  LaneMemory memory_;
  double *here_, *there_,
      *workspace_;  ///< the block with the state, the other one, and what calls need
  std::optional<integrate::StagedStep> staged_;
  LaneStart start_;
  bool exhausted_ = false;  ///< the source has no motion left
};

}  // namespace alembert
