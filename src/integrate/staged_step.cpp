#include "integrate/staged_step.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "integrate/dop853_tableau.hpp"
#include "integrate/step_size.hpp"

namespace alembert::integrate {

namespace {

using dop853::new_state;
constexpr std::size_t powers = 4;

// of a block: q behind four numbers of which the last are t, and room for vectors that reach over
// the end
std::size_t block_size(std::size_t n, std::size_t parameters, std::size_t lanes) {
  const std::size_t numbers = 4 + (3 * n + parameters + powers + 1) * lanes + 3;
  return (numbers + 3) / 4 * 4;
}

}  // namespace

const double* const StagedStep::part_of_step = std::data(dop853::c);

StagedStep::StagedStep(const Shape& shape, double tolerance)
    : n_(shape.coordinates),
      parameters_(shape.parameters),
      integrals_(shape.integrals),
      lanes_(shape.lanes),
      allowed_(allowed_error(step_margin * tolerance, 1, 1)),
      in_vectors_(can_sum_in_vectors(lanes_)),
      sums_(row_sums(in_vectors_, 2 * n_ * lanes_)),
      outputs_at_((2 * n_ + parameters_) * lanes_),
      stride_(block_size(n_, parameters_, lanes_)),
      memory_((new_state + 1) * stride_ / 4),
      velocities_(blocks_at(velocity(0))),
      accelerations_(blocks_at(acceleration(0))),
      findings_(lanes_),
      squares_(lanes_),
      conditions_(lanes_) {}

StageBlocks StagedStep::blocks_at(const double* first) const {
  return {first, stride_, nullptr, lanes_, in_vectors_};
}

void StagedStep::begin(const double* h, const double* y, const double* parameters) {
  velocities_.h = accelerations_.h = h;
  std::copy_n(y, 2 * n_ * lanes_, state(0));
  for (std::size_t stage = 0; stage < stages && parameters_ > 0; ++stage)
    std::copy_n(parameters, parameters_ * lanes_, state(stage) + 2 * n_ * lanes_);
}

void StagedStep::finish(const double* h, const double* y, const double* sizes, double* landed) {
  sum_state(new_state, state(new_state));
  const std::size_t count = 2 * n_ * lanes_;
  std::copy_n(state(new_state), count, landed);
  if (integrals_ > 0) {
    StageBlocks powers = blocks_at(acceleration(0) + n_ * lanes_);
    powers.h = h;
    sums_[new_state](powers, y + count, integrals_ * lanes_, landed + count);
  }
  find_conditions();
  find_error(h, sizes);
  // what is not finite shows in the error
  for (const double* next = landed + count; next != landed + count + integrals_ * lanes_;
       next += lanes_)
    for (std::size_t lane = 0; lane < lanes_; ++lane) findings_[lane].error += 0 * next[lane];
}

void StagedStep::find_error(const double* h, const double* sizes) {
  const std::size_t half = n_ * lanes_;
  std::fill(squares_.begin(), squares_.end(), ErrorSquares());
  const auto add = [&](const StageBlocks& blocks, std::size_t from, std::size_t count) {
    add_errors(blocks, sizes + from, state(0) + from, state(new_state) + from, count, allowed_,
               squares_.data());
  };
  if (parameters_ == 0) {
    add(velocities_, 0, 2 * half);
  } else {
    add(velocities_, 0, half);
    add(accelerations_, half, half);
  }
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    findings_[lane].error = combined_error(h[lane], squares_[lane].of5, squares_[lane].of3) +
                            squares_[lane].zero + conditions_[lane].zero;
}

void StagedStep::find_conditions() {
  const double* const first = outputs(0) + (n_ + powers) * lanes_;
  find_ranges(blocks_at(first), stages, conditions_.data());
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    findings_[lane].first = first[lane];
    findings_[lane].best = conditions_[lane].smallest;
    findings_[lane].worst = conditions_[lane].largest;
  }
}

}  // namespace alembert::integrate
