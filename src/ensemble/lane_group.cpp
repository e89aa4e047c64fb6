#include "ensemble/lane_group.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/projection_progress.hpp"
#include "integrate/step_size.hpp"

namespace alembert {

LaneGroup::LaneGroup(const LaneFunctions& functions, std::size_t lanes,
                     const std::vector<double>& times, long most_steps)
    : functions_(functions),
      rows_(functions.rows),
      width_(lanes),
      times_(times),
      most_steps_(static_cast<double>(most_steps)),
      lanes_(lanes),
      start_(functions) {
  if (!functions.step)
    staged_.emplace(
        integrate::StagedStep::Shape{
            .coordinates = rows_.n, .parameters = rows_.parameter_count, .lanes = lanes},
        functions.tolerance);
  std::size_t workspace = 0;
  for (const Evaluator* evaluator :
       {functions.acceleration.get(), functions.step.get(), functions.control.get(),
        functions.projection.get(), functions.audit.get()}) {
    if (evaluator != nullptr) workspace = std::max(workspace, evaluator->workspace_size(lanes));
  }
  const std::size_t block = rows_.count * lanes;
  memory_ = LaneMemory({block, block, workspace});
  here_ = memory_.part(0);
  there_ = memory_.part(1);
  workspace_ = memory_.part(2);
}

void LaneGroup::call(const Evaluator& evaluator, double* outputs) {
  evaluator.evaluate_lanes(width_, here_, outputs, workspace_);
}

void LaneGroup::run(const Source& source, const Arrival& arrival, const Failure& failure,
                    const GoOn& go_on) {
  constexpr int rounds_between_questions = 256;
  int rounds = 0;
  exhausted_ = false;
  for (std::size_t lane = 0; lane < width_; ++lane) fill(lane, source, arrival, failure);
  while (active_ > 0) {
    if (++rounds % rounds_between_questions == 0) {
      if (go_on && !go_on()) return;
      for (std::size_t lane = 0; lane < width_; ++lane)
        if (takes_too_many(lane)) give_up(lane, failure);
    }
    try_steps();
    decide();
    // mostly there is nothing to say of any lane
    const bool all_taken = active_ == width_ && is_zero(row(here_, rows_.remark));
    if (!all_taken) hold_back(failure);
    const bool all_there = !functions_.projects || project(failure);
    call(*functions_.audit, row(there_, rows_.residual_here));
    if (all_taken && all_there) continue;
    for (std::size_t lane = 0; lane < width_; ++lane) {
      if (lanes_[lane].active && row(here_, rows_.remark)[lane] == LaneRemark::arrived)
        arrive(lane, arrival, failure);
      if (!lanes_[lane].active) fill(lane, source, arrival, failure);
    }
  }
}

/// The next motion that can start here; a lane without one tries the same step again, which costs
/// no more.
void LaneGroup::fill(std::size_t index, const Source& source, const Arrival& arrival,
                     const Failure& failure) {
  Lane& lane = lanes_[index];
  while (!exhausted_) {
    if (!source(lane.motion)) {
      exhausted_ = true;
      return;
    }
    const LaneMotion& motion = lane.motion;
    const auto beginning =
        start_.begin(motion.t, motion.state, motion.parameters, times_.back() - motion.t);
    if (!beginning) {
      failure(motion);
      continue;
    }
    lane.active = true;
    ++active_;
    lane.next_time = 0;
    if (motion.t == times_.front()) arrival(motion, lane.next_time++);
    put(index, *beginning);
    return;
  }
}

/// A number into both blocks.
void LaneGroup::set(std::size_t index, std::size_t lane, double value) {
  row(here_, index)[lane] = row(there_, index)[lane] = value;
}

void LaneGroup::put(std::size_t lane, const LaneStart::Beginning& beginning) {
  const LaneMotion& motion = lanes_[lane].motion;
  set(rows_.t, lane, motion.t);
  for (std::size_t j = 0; j < motion.state.size(); ++j) set(rows_.q + j, lane, motion.state[j]);
  for (std::size_t p = 0; p < motion.parameters.size(); ++p)
    set(rows_.parameters + p, lane, motion.parameters[p]);
  for (std::size_t i = 0; i < 2 * rows_.n; ++i)
    set(rows_.size + i, lane, beginning.sizes->data()[i]);
  for (std::size_t j = 0; j < rows_.n; ++j) {
    set(rows_.origin + j, lane, beginning.sizes->origin()[j]);
    set(rows_.root + j, lane, beginning.sizes->roots()[j]);
    set(rows_.share + j, lane, beginning.sizes->shares()[j]);
  }
  set(rows_.energy_at_start, lane, beginning.energy);
  set(rows_.residual_here, lane, beginning.residual);
  set(rows_.energy_here, lane, beginning.energy);
  set(rows_.residual, lane, beginning.residual);
  for (const std::size_t index :
       {rows_.energy_deviation, rows_.root_before, rows_.h_before, rows_.steps})
    set(index, lane, 0);
  set(rows_.may_grow, lane, 1);
  set_targets(lane);

  const double target = times_[lanes_[lane].next_time];
  const double wish = std::max(beginning.step, integrate::smallest_step(motion.t, target));
  const double fitted =
      integrate::fit_step(std::min(wish, functions_.longest_step), motion.t, target);
  const double landing = fitted == target - motion.t ? target : motion.t + fitted;
  set(rows_.t_begin, lane, motion.t);
  set(rows_.wish, lane, wish);
  set(rows_.landing, lane, landing);
  set(rows_.h, lane, landing - motion.t);
}

void LaneGroup::set_targets(std::size_t lane) {
  const std::size_t next = lanes_[lane].next_time;
  set(rows_.target, lane, times_[next]);
  set(rows_.next_target, lane, times_[std::min(next + 1, times_.size() - 1)]);
}

/// From the state here to one there.
void LaneGroup::try_steps() {
  if (functions_.step) return call(*functions_.step, there_);
  const auto accelerate = [&](const double* inputs, double* outputs) {
    functions_.acceleration->evaluate_lanes(width_, inputs, outputs, workspace_);
  };
  staged_->take(accelerate, row(here_, rows_.t), row(here_, rows_.h), row(here_, rows_.q),
                row(here_, rows_.size), row(here_, rows_.parameters), row(there_, rows_.q));
  take_sizes();
  std::copy_n(row(here_, rows_.landing), width_, row(there_, rows_.t));
  for (std::size_t lane = 0; lane < width_; ++lane) {
    const integrate::StagedStep::Findings& found = staged_->findings(lane);
    row(there_, rows_.waits)[lane] = 1;
    row(there_, rows_.v_before)[lane] = ProjectionProgress::at_first;
    row(there_, rows_.error)[lane] = found.error;
    row(there_, rows_.best)[lane] = found.best;
    row(there_, rows_.worst)[lane] = found.worst;
  }
}

/// As NaturalSizes::take, from the sizes here to those there.
void LaneGroup::take_sizes() {
  const std::size_t n = rows_.n;
  for (std::size_t lane = 0; lane < width_; ++lane) {
    const auto at = [&](double* block, std::size_t index) -> double& {
      return row(block, index)[lane];
    };
    for (const std::size_t first : {std::size_t{0}, n}) {
      const auto x = [&](std::size_t j) {
        const double origin = first == 0 ? at(here_, rows_.origin + j) : 0;
        return std::fabs(at(there_, rows_.q + first + j) - origin);
      };
      for (const CoordinateBlock& block : functions_.blocks) {
        double largest = 0;
        for (const std::size_t j : block)
          largest = std::max(largest, at(here_, rows_.root + j) * x(j));
        for (const std::size_t j : block)
          at(there_, rows_.size + first + j) = std::max(
              {at(here_, rows_.size + first + j), x(j), at(here_, rows_.share + j) * largest});
      }
    }
  }
}

/// Makes the landed states the present ones, and writes the remarks on the steps and the lengths of
/// the next into both blocks.
void LaneGroup::decide() {
  std::swap(here_, there_);
  double* const decided = row(there_, rows_.remark);
  call(*functions_.control, decided);
  std::copy_n(decided, (rows_.end_of_control - rows_.remark) * width_, row(here_, rows_.remark));
}

bool LaneGroup::is_zero(const double* numbers) const {
  double sum = 0;
  for (std::size_t lane = 0; lane < width_; ++lane) sum += numbers[lane];
  return sum == 0;
}

/// Lanes whose steps are not taken stay where they were, and so do those without a motion.
void LaneGroup::hold_back(const Failure& failure) {
  for (std::size_t lane = 0; lane < width_; ++lane) {
    const double remark = row(here_, rows_.remark)[lane];
    const bool is_taken = remark == LaneRemark::taken || remark == LaneRemark::arrived;
    if (is_taken && lanes_[lane].active) continue;
    for (std::size_t index = rows_.t; index < rows_.waits; ++index)
      row(here_, index)[lane] = row(there_, index)[lane];
    row(here_, rows_.waits)[lane] = 0;
    if (remark == LaneRemark::failed) give_up(lane, failure);
  }
}

/// All motions that took a step go on until each is on its constraints; false where one does not
/// get there.
bool LaneGroup::project(const Failure& failure) {
  for (int iteration = 0; iteration < ProjectionProgress::most_iterations; ++iteration) {
    call(*functions_.projection, there_);
    std::swap(here_, there_);
    if (is_zero(row(here_, rows_.waits))) return true;
  }
  for (std::size_t lane = 0; lane < width_; ++lane)
    if (row(here_, rows_.waits)[lane] != 0) give_up(lane, failure);
  return false;
}

void LaneGroup::give_up(std::size_t lane, const Failure& failure) {
  if (!lanes_[lane].active) return;
  failure(lanes_[lane].motion);
  lanes_[lane].active = false;
  --active_;
}

void LaneGroup::arrive(std::size_t index, const Arrival& arrival, const Failure& failure) {
  Lane& lane = lanes_[index];
  const double* next = row(here_, rows_.t) + index;
  // a sum is not finite where one of its terms is not
  double sum = row(there_, rows_.energy_here)[index];
  lane.motion.t = *next;
  for (double& x : lane.motion.state) sum += x = *(next += width_);
  if (!std::isfinite(sum)) return give_up(index, failure);
  const bool is_last = lane.next_time + 1 == times_.size();
  if (is_last && takes_too_many(index)) return give_up(index, failure);
  if (is_last) sum_up(index);
  arrival(lane.motion, lane.next_time++);
  if (!is_last) return set_targets(index);
  lane.active = false;
  --active_;
}

bool LaneGroup::takes_too_many(std::size_t lane) const {
  return row(here_, rows_.steps)[lane] > most_steps_;
}

void LaneGroup::sum_up(std::size_t lane) {
  LaneMotion& motion = lanes_[lane].motion;
  const auto number = [&](std::size_t index) { return row(here_, index)[lane]; };
  // the control does not know yet what the audit says of the last step
  const double residual = row(there_, rows_.residual_here)[lane];
  const double energy = row(there_, rows_.energy_here)[lane];
  motion.residual = std::max(number(rows_.residual), residual);
  motion.energy_deviation =
      std::max(number(rows_.energy_deviation), std::fabs(energy - number(rows_.energy_at_start)));
  motion.steps = static_cast<long>(number(rows_.steps));
}

}  // namespace alembert
