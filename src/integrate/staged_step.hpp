#pragma once
/// A step of Dormand and Prince's method by twelve calls of a compiled right-hand side, for one
/// motion or for several side by side.
///
/// Each stage has one block of memory, t, q, q̇, parameters | q̈, powers, condition: the function
/// reads its first part and writes the second, and the sums of the next stages read q̇ and q̈ where
/// they are. So nothing is copied, and what lies between the calls is some vector instructions for
/// each stage.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "integrate/block_sums.hpp"

namespace alembert::integrate {

class StagedStep {
 public:
  struct Shape {
    std::size_t coordinates = 0, parameters = 0;
    std::size_t integrals = 0;  ///< how many of the powers are summed up beside q and q̇
    std::size_t lanes = 1;
  };
  StagedStep(const Shape& shape, double tolerance);
  StagedStep(const StagedStep&) = delete;
  StagedStep& operator=(const StagedStep&) = delete;

  /// From (t, y) to t + h, with `accelerate(inputs, outputs)` as the function; y = (q, q̇,
  /// integrals), `sizes` are those of q and q̇ with room for four more numbers, and everything has
  /// its lanes innermost. `y` and `landed` may not overlap.
  template <class Function>
  void take(const Function& accelerate, const double* t, const double* h, const double* y,
            const double* sizes, const double* parameters, double* landed) {
    begin(h, y, parameters);
    double* state = this->state(0);
    for (std::size_t stage = 0; stage < stages; ++stage, state += stride_) {
      double* const inputs = state - lanes_;
      for (std::size_t lane = 0; lane < lanes_; ++lane)
        inputs[lane] = t[lane] + part_of_step[stage] * h[lane];
      if (stage > 0) sum_state(stage, state);
      accelerate(inputs, state + outputs_at_);
    }
    finish(h, y, sizes, landed);
  }

  /// What is found by the last step, for each lane.
  struct Findings {
    double error = 0;  ///< of the worst component, relative to what is allowed; NaN where something
                       ///< is not finite
    double first = 0, best = 0,
           worst = 0;  ///< conditions of the rows where the step begins, and on the way
  };
  const Findings& findings(std::size_t lane) const { return findings_[lane]; }

  static constexpr std::size_t stages = 12;
  /// q̇ and q̈ of a stage of the last step, and the powers.
  const double* velocity(std::size_t stage) const { return state(stage) + n_ * lanes_; }
  const double* acceleration(std::size_t stage) const { return outputs(stage); }

 private:
  // so that t, q, q̇ … stand one behind the other, and q begins where four numbers are read at once
  struct alignas(32) Four {
    double number[4];
  };

  // q and q̇ of a stage; t lies before them
  double* state(std::size_t stage) { return memory_.data()->number + stage * stride_ + 4; }
  const double* state(std::size_t stage) const {
    return memory_.data()->number + stage * stride_ + 4;
  }
  const double* outputs(std::size_t stage) const { return state(stage) + outputs_at_; }

  static const double* const part_of_step;  ///< after which a stage lies

  void begin(const double* h, const double* y, const double* parameters);
  /// q and q̇ of a stage, or at the end: y + h Σ a_ij (q̇_j, q̈_j)
  void sum_state(std::size_t row, double* out) {
    const double* const y = memory_.data()->number + 4;
    const std::size_t half = n_ * lanes_;
    // q̈ follows q̇ where no parameters lie between
    if (parameters_ == 0) return sums_[row](velocities_, y, 2 * half, out);
    sums_[row](velocities_, y, half, out);
    sums_[row](accelerations_, y + half, half, out + half);
    // vectors reach from q̇ into the parameters, which stand behind the first state too
    const std::size_t reached = std::min<std::size_t>(3, parameters_ * lanes_);
    std::copy_n(y + 2 * half, reached, out + 2 * half);
  }
  void finish(const double* h, const double* y, const double* sizes, double* landed);
  StageBlocks blocks_at(const double* first) const;
  void find_error(const double* h, const double* sizes);
  void find_conditions();

  const std::size_t n_, parameters_, integrals_, lanes_;
  const double allowed_;  ///< what may be wrong after a step, relative to the natural size
  const bool in_vectors_;
  const RowSum* const sums_;
  const std::size_t outputs_at_;  ///< of a block, behind the state
  const std::size_t stride_;      ///< of the blocks: one for each stage, and one for the end
  std::vector<Four> memory_;
  StageBlocks velocities_, accelerations_;
  std::vector<Findings> findings_;
  std::vector<ErrorSquares> squares_;
  std::vector<StageRange> conditions_;
};

}  // namespace alembert::integrate
