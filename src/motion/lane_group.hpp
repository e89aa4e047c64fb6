#pragma once
/// Several motions of one system side by side, one in each lane of the vector registers.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compile/evaluator.hpp"
#include "motion/explicit_formulas.hpp"
#include "motion/projection_progress.hpp"
#include "motion/staged_step.hpp"
#include "motion/step_controller.hpp"

namespace alembert {

/// The compiled functions that all groups of lanes share.
struct LaneFunctions {
  LaneFunctions(ExplicitFormulas& formulas, std::size_t coordinates, double tolerance,
                bool projects);

  std::size_t n;
  std::size_t parameters;  ///< free ones
  double tolerance;
  bool projects;  ///< onto the constraints after each step
  bool linear_in_velocities;
  /// `step`, a whole one, is there for small systems only; larger ones take theirs by stages.
  std::unique_ptr<Evaluator> acceleration, step, projection, audit;
};

/// A motion on its way.
struct LaneMotion {
  std::size_t member = 0;
  double t = 0;
  std::vector<double> state;       ///< q, q̇
  std::vector<double> parameters;  ///< free ones
  double energy_deviation = 0, residual = 0;
  long steps = 0;
};

class LaneGroup {
 public:
  LaneGroup(const LaneFunctions& functions, std::size_t lanes, const std::vector<double>& times);

  /// The next motion to run, at its start; false when there is none left.
  using Source = std::function<bool(LaneMotion&)>;
  /// A motion has reached times[index], or starts there.
  using Arrival = std::function<void(const LaneMotion&, std::size_t index)>;
  /// A motion that cannot go on here: its rows come near a loss of rank, or its steps become too small.
  using Failure = std::function<void(const LaneMotion&)>;

  /// Runs motions until the source is empty.
  void run(const Source& source, const Arrival& arrival, const Failure& failure);

 private:
  struct Lane {
    bool active = false;
    bool stepped = false;                   ///< took the last step
    bool waits = false;                     ///< is not on its constraints yet
    bool moves_q = false, moves_v = false;  ///< by the present correction
    bool may_grow = true;
    LaneMotion motion;
    StepController control;
    double energy_at_start = 0;
    double h = 0, landing = 0;
    std::size_t next_time = 0;
    ProjectionProgress progress;
  };

  /// Memory of one function for all lanes.
  struct Buffer {
    std::vector<double> outputs, workspace;
    Buffer(const Evaluator& evaluator, std::size_t lanes)
        : outputs(evaluator.output_count() * lanes), workspace(evaluator.workspace_size(lanes)) {}
  };

  void fill(std::size_t lane, const Source& source, const Arrival& arrival, const Failure& failure);
  bool begin(Lane& lane);
  bool project_start(LaneMotion& motion);
  void choose_steps();
  void try_steps();
  bool judge_step(std::size_t lane);
  void take(const double* outputs, std::size_t first, std::size_t count, bool Lane::*chosen);
  void project(const Failure& failure);
  void judge_correction(std::size_t lane);
  void audit();
  void call(const Evaluator& evaluator, Buffer& buffer);
  void call_alone(const Evaluator& evaluator, const LaneMotion& motion);
  double& input(std::size_t index, std::size_t lane) { return inputs_[index * width_ + lane]; }
  double output(const Buffer& buffer, std::size_t index, std::size_t lane) const {
    return buffer.outputs[index * width_ + lane];
  }

  const LaneFunctions& functions_;
  const std::size_t width_;
  const std::vector<double>& times_;
  std::vector<Lane> lanes_;
  std::vector<double> inputs_;  ///< t, q, q̇, parameters, h; lanes innermost
  std::vector<double> landed_;  ///< q, q̇ after the step; lanes innermost
  std::vector<StagedStep::Findings> found_;
  std::optional<StagedStep> staged_;
  Buffer step_, projection_, audit_;
  bool exhausted_ = false;                                        ///< the source has no motion left
  std::vector<double> own_inputs_, own_outputs_, own_workspace_;  ///< of one motion at its start
};

}  // namespace alembert
