#include "motion/staged_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/dop853_tableau.hpp"
#include "motion/step_size.hpp"

namespace alembert {

namespace {

constexpr std::size_t end =
    StagedStep::stages;  // the row of the tableau whose argument is the new y
constexpr std::size_t powers = 4;

// of a block: q behind four numbers of which the last are t, and room for vectors that reach over the end
std::size_t block_size(std::size_t n, std::size_t parameters, std::size_t lanes) {
  const std::size_t numbers = 4 + (3 * n + parameters + powers + 1) * lanes + 3;
  return (numbers + 3) / 4 * 4;
}

}  // namespace

StagedStep::StagedStep(std::size_t coordinates, std::size_t parameters, std::size_t integrals,
                       std::size_t lanes, double tolerance)
    : n_(coordinates),
      parameters_(parameters),
      integrals_(integrals),
      lanes_(lanes),
      allowed_(step_margin * tolerance),
      // in one lane, a vector would reach from q̇ into the parameters
      in_vectors_(can_sum_in_vectors(lanes) && (lanes > 1 || parameters == 0)),
      stride_(block_size(coordinates, parameters, lanes)),
      memory_((end + 1) * stride_ / 4),
      findings_(lanes),
      floor_(lanes),
      squares_(lanes),
      conditions_(lanes) {}

StageBlocks StagedStep::blocks(const double* h, std::size_t at) const {
  return {velocity(0) + at, stride_, h, lanes_, in_vectors_};
}

void StagedStep::begin(const double* y, const double* parameters) {
  std::copy_n(y, 2 * n_ * lanes_, state(0));
  for (std::size_t stage = 0; stage < stages; ++stage)
    std::copy_n(parameters, parameters_ * lanes_, state(stage) + 2 * n_ * lanes_);
}

/// q and q̇ of a stage, or at the end: y + h Σ a_ij (q̇_j, q̈_j)
void StagedStep::sum_state(std::size_t row, const double* h) {
  const std::size_t half = n_ * lanes_;
  // q̈ follows q̇ where no parameters lie between
  if (parameters_ == 0) return sum_row(row, blocks(h, 0), state(0), 2 * half, state(row));
  sum_row(row, blocks(h, 0), state(0), half, state(row));
  sum_row(row, blocks(h, half + parameters_ * lanes_), state(0) + half, half, state(row) + half);
}

void StagedStep::prepare(std::size_t stage, const double* t, const double* h) {
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    inputs(stage)[lane] = t[lane] + dop853::c[stage] * h[lane];
  if (stage > 0) sum_state(stage, h);
}

void StagedStep::finish(const double* h, const double* y, double* landed) {
  sum_state(end, h);
  const std::size_t count = 2 * n_ * lanes_;
  std::copy_n(state(end), count, landed);
  if (integrals_ > 0) {
    const std::size_t at = (2 * n_ + parameters_) * lanes_;
    sum_row(end, blocks(h, at), y + count, integrals_ * lanes_, landed + count);
  }
  find_conditions();
  find_error(h);
  // what is not finite shows in the error
  for (const double* next = landed + count; next != landed + count + integrals_ * lanes_;
       next += lanes_)
    for (std::size_t lane = 0; lane < lanes_; ++lane) findings_[lane].error += 0 * next[lane];
}

void StagedStep::find_error(const double* h) {
  const std::size_t half = n_ * lanes_;
  largest_sizes(blocks(h, 0), acceleration(0), half, floor_.data());
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    floor_[lane] *= rounding_floor * std::numeric_limits<double>::epsilon() * h[lane];

  std::fill(squares_.begin(), squares_.end(), ErrorSquares());
  const auto add = [&](std::size_t from, std::size_t k, std::size_t count) {
    add_errors(blocks(h, k), state(0) + from, state(end) + from, count, allowed_, floor_.data(),
               squares_.data());
  };
  if (parameters_ == 0) {
    add(0, 0, 2 * half);
  } else {
    add(0, 0, half);
    add(half, half + parameters_ * lanes_, half);
  }
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    findings_[lane].error = combined_error(h[lane], squares_[lane].of5, squares_[lane].of3) +
                            squares_[lane].zero + conditions_[lane].zero;
}

void StagedStep::find_conditions() {
  const double* const first = outputs(0) + (n_ + powers) * lanes_;
  find_ranges(blocks(nullptr, 0), static_cast<std::size_t>(first - velocity(0)), stages,
              conditions_.data());
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    findings_[lane].first = first[lane];
    findings_[lane].best = conditions_[lane].smallest;
    findings_[lane].worst = conditions_[lane].largest;
  }
}

}  // namespace alembert
