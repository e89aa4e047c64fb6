#include "motion/lane_group.hpp"

#include <algorithm>
#include <cmath>

#include "motion/flow.hpp"
#include "motion/singular_passage.hpp"
#include "motion/step_size.hpp"
#include "motion/whole_step.hpp"

namespace alembert {

namespace {

// whole steps are compiled up to so many nodes: once for many motions, so that twice the size still pays
constexpr std::size_t most_nodes = 12'000;

// a start that has to be moved by more than rounding is to be searched for
constexpr double start_moves = 1e-12;

/// f at the start of a motion, for its first step.
class StartFlow final : public Flow {
 public:
  StartFlow(const LaneFunctions& functions, const LaneMotion& motion,
            std::vector<double>& workspace)
      : functions_(functions),
        inputs_(1 + 2 * functions.n + functions.parameters),
        outputs_(functions.acceleration->output_count()),
        workspace_(workspace) {
    std::copy(motion.parameters.begin(), motion.parameters.end(),
              inputs_.begin() + static_cast<std::ptrdiff_t>(1 + 2 * functions.n));
  }

  std::size_t size() const override { return 2 * functions_.n; }
  std::size_t controlled() const override { return 2 * functions_.n; }
  double noise() const override { return 0; }
  bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) override {
    const std::size_t n = functions_.n;
    inputs_[0] = t;
    std::copy_n(y.data(), 2 * n, inputs_.data() + 1);
    functions_.acceleration->evaluate(inputs_.data(), outputs_.data(), workspace_.data());
    std::copy_n(y.data() + n, n, dy.data());
    std::copy_n(outputs_.data(), n, dy.data() + n);
    return outputs_.back() < ExplicitFormulas::largest_condition && dy.allFinite();
  }

 private:
  const LaneFunctions& functions_;
  std::vector<double> inputs_, outputs_;
  std::vector<double>& workspace_;
};

}  // namespace

LaneFunctions::LaneFunctions(ExplicitFormulas& formulas, std::size_t coordinates, double tol,
                             bool projects_)
    : n(coordinates),
      parameters(formulas.inputs().size() - 1 - 2 * coordinates),
      tolerance(tol),
      projects(projects_),
      linear_in_velocities(formulas.is_linear_in_velocities()) {
  std::vector<NodeId> inputs = formulas.inputs();
  const std::vector<NodeId> f = formulas.acceleration();
  acceleration = compile(formulas.graph(), f, inputs);
  if (size_of_whole_step(reachable(formulas.graph(), f).size(), n) <= most_nodes) {
    const WholeStep whole = whole_step(formulas, tolerance);
    std::vector<NodeId> with_h = inputs;
    with_h.push_back(whole.h);
    step = compile(formulas.graph(), whole.outputs, with_h);
  }
  projection = compile(formulas.graph(), formulas.projection(), inputs);
  audit = compile(formulas.graph(), formulas.audit(), inputs);
}

LaneGroup::LaneGroup(const LaneFunctions& functions, std::size_t lanes,
                     const std::vector<double>& times)
    : functions_(functions),
      width_(lanes),
      times_(times),
      lanes_(lanes),
      inputs_((functions.acceleration->input_count() + 1) * lanes),
      landed_(2 * functions.n * lanes),
      found_(lanes),
      step_(functions.step ? *functions.step : *functions.acceleration, lanes),
      projection_(*functions.projection, lanes),
      audit_(*functions.audit, lanes),
      own_inputs_(functions.acceleration->input_count()) {
  if (!functions.step)
    staged_.emplace(functions.n, functions.parameters, 0, lanes, functions.tolerance);
  std::size_t workspace = 0, outputs = 0;
  for (const Evaluator* evaluator :
       {functions.acceleration.get(), functions.projection.get(), functions.audit.get()}) {
    workspace = std::max(workspace, evaluator->workspace_size(1));
    outputs = std::max(outputs, evaluator->output_count());
  }
  own_workspace_.resize(workspace);
  own_outputs_.resize(outputs);
}

void LaneGroup::call(const Evaluator& evaluator, Buffer& buffer) {
  evaluator.evaluate_lanes(width_, inputs_.data(), buffer.outputs.data(), buffer.workspace.data());
}

void LaneGroup::call_alone(const Evaluator& evaluator, const LaneMotion& motion) {
  own_inputs_[0] = motion.t;
  std::copy(motion.state.begin(), motion.state.end(), own_inputs_.begin() + 1);
  std::copy(motion.parameters.begin(), motion.parameters.end(),
            own_inputs_.begin() + static_cast<std::ptrdiff_t>(1 + motion.state.size()));
  evaluator.evaluate(own_inputs_.data(), own_outputs_.data(), own_workspace_.data());
}

void LaneGroup::run(const Source& source, const Arrival& arrival, const Failure& failure) {
  exhausted_ = false;
  for (std::size_t lane = 0; lane < width_; ++lane) fill(lane, source, arrival, failure);
  const auto any_active = [&] {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.active; });
  };
  while (any_active()) {
    choose_steps();
    try_steps();
    for (std::size_t i = 0; i < width_; ++i) {
      Lane& lane = lanes_[i];
      if (!lane.active || judge_step(i)) continue;
      failure(lane.motion);
      lane.active = lane.stepped = false;
    }
    take(landed_.data(), 1, 2 * functions_.n, &Lane::stepped);
    for (std::size_t i = 0; i < width_; ++i) input(0, i) = lanes_[i].motion.t;
    if (functions_.projects) project(failure);
    audit();
    for (std::size_t i = 0; i < width_; ++i) {
      Lane& lane = lanes_[i];
      if (lane.active && lane.stepped && lane.motion.t == times_[lane.next_time]) {
        for (std::size_t j = 0; j < lane.motion.state.size(); ++j)
          lane.motion.state[j] = input(1 + j, i);
        arrival(lane.motion, lane.next_time);
        lane.active = ++lane.next_time < times_.size();
      }
      lane.stepped = false;
      if (!lane.active) fill(i, source, arrival, failure);
    }
  }
}

/// The next motion that can start here; a lane without one repeats what it had, which costs the same.
void LaneGroup::fill(std::size_t index, const Source& source, const Arrival& arrival,
                     const Failure& failure) {
  Lane& lane = lanes_[index];
  while (!exhausted_) {
    if (!source(lane.motion)) {
      exhausted_ = true;
      return;
    }
    if (!begin(lane)) {
      failure(lane.motion);
      continue;
    }
    lane.active = true;
    if (lane.motion.t == times_.front()) arrival(lane.motion, lane.next_time++);
    for (std::size_t j = 0; j < lane.motion.state.size(); ++j)
      input(1 + j, index) = lane.motion.state[j];
    for (std::size_t p = 0; p < lane.motion.parameters.size(); ++p)
      input(1 + lane.motion.state.size() + p, index) = lane.motion.parameters[p];
    return;
  }
}

bool LaneGroup::begin(Lane& lane) {
  LaneMotion& motion = lane.motion;
  // a start that is not a number is told about by who runs it alone
  if (!std::ranges::all_of(motion.state, [](double x) { return std::isfinite(x); })) return false;
  if (functions_.projects && !project_start(motion)) return false;
  call_alone(*functions_.audit, motion);
  motion.residual = own_outputs_[0];
  lane.energy_at_start = own_outputs_[2];
  motion.energy_deviation = 0;
  motion.steps = 0;
  lane.control.forget();
  lane.next_time = 0;
  lane.may_grow = true;

  StartFlow flow(functions_, motion, own_workspace_);
  const auto size = static_cast<numeric::Index>(motion.state.size());
  const numeric::Vector y = Eigen::Map<const numeric::Vector>(motion.state.data(), size);
  numeric::Vector f(size);
  StepWorkspace workspace{numeric::Vector(size), numeric::Vector(size)};
  if (!flow.evaluate(motion.t, y, f)) return false;
  lane.control.set_wish(
      first_step(flow, motion.t, y, f, functions_.tolerance, times_.back() - motion.t, workspace));
  return true;
}

// a start on the constraints stays as it is
bool LaneGroup::project_start(LaneMotion& motion) {
  call_alone(*functions_.projection, motion);
  const std::size_t count = motion.state.size();
  const double q_size = own_outputs_[count], v_size = own_outputs_[count + 1];
  const double miss = own_outputs_[count + 2], condition = own_outputs_[count + 3];
  return condition < ExplicitFormulas::largest_condition &&
         miss <= ProjectionProgress::largest_miss && q_size <= start_moves && v_size <= start_moves;
}

void LaneGroup::choose_steps() {
  for (std::size_t i = 0; i < width_; ++i) {
    Lane& lane = lanes_[i];
    if (!lane.active) continue;
    const double t = lane.motion.t, target = times_[lane.next_time];
    lane.control.set_wish(std::max(lane.control.wish(), smallest_step(t, target)));
    const double fitted = fit_step(lane.control.wish(), t, target);
    lane.landing = fitted == target - t ? target : t + fitted;
    lane.h = lane.landing - t;
    input(0, i) = t;
    input(functions_.acceleration->input_count(), i) = lane.h;
  }
}

void LaneGroup::try_steps() {
  const std::size_t state = 2 * functions_.n * width_;
  const double *t = inputs_.data(), *y = t + width_, *parameters = y + state;
  const double* h = parameters + functions_.parameters * width_;
  if (staged_) {
    const auto accelerate = [&](const double* inputs, double* outputs) {
      functions_.acceleration->evaluate_lanes(width_, inputs, outputs, step_.workspace.data());
    };
    staged_->take(accelerate, t, h, y, parameters, landed_.data());
    for (std::size_t i = 0; i < width_; ++i) found_[i] = staged_->findings(i);
    return;
  }
  call(*functions_.step, step_);
  std::copy_n(step_.outputs.data(), state, landed_.data());
  const std::size_t at = 2 * functions_.n + 4;
  for (std::size_t i = 0; i < width_; ++i)
    found_[i] = {output(step_, at, i), output(step_, at + 1, i), output(step_, at + 2, i),
                 output(step_, at + 3, i)};
}

/// Whether the step is taken; false where the motion cannot go on here.
bool LaneGroup::judge_step(std::size_t index) {
  Lane& lane = lanes_[index];
  const auto& [error, first, best, worst] = found_[index];
  if (!(std::isfinite(error) && worst < ExplicitFormulas::largest_condition)) return false;
  // a ratio of singular values that falls so far may go through zero; the condition is its inverse fourth power
  constexpr double dip = dip_part * dip_part * dip_part * dip_part;
  if (dip * worst > best) return false;

  if (error > 1) {
    lane.control.reject(lane.h, error);
    lane.may_grow = false;
    return lane.control.wish() >= smallest_step(lane.motion.t, times_[lane.next_time]);
  }
  lane.control.accept(lane.h, error, lane.may_grow);
  lane.may_grow = true;
  lane.motion.t = lane.landing;
  ++lane.motion.steps;
  lane.stepped = true;
  lane.progress = ProjectionProgress();
  return true;
}

/// Inputs from `first` on become outputs of the same lanes from 0 on, where they are chosen.
void LaneGroup::take(const double* outputs, std::size_t first, std::size_t count,
                     bool Lane::*chosen) {
  double* const target = inputs_.data() + first * width_;
  if (std::all_of(lanes_.begin(), lanes_.end(), [&](const Lane& lane) { return lane.*chosen; })) {
    std::copy_n(outputs, count * width_, target);
    return;
  }
  for (std::size_t i = 0; i < width_; ++i)
    if (lanes_[i].*chosen)
      for (std::size_t j = 0; j < count; ++j) target[j * width_ + i] = outputs[j * width_ + i];
}

/// All motions that took a step go on until each is on its constraints.
void LaneGroup::project(const Failure& failure) {
  const std::size_t n = functions_.n;
  for (Lane& lane : lanes_) lane.waits = lane.stepped;
  const auto waits = [](const Lane& lane) { return lane.waits; };
  for (int iteration = 0; iteration < ProjectionProgress::most_iterations; ++iteration) {
    if (std::none_of(lanes_.begin(), lanes_.end(), waits)) return;
    call(*functions_.projection, projection_);
    for (std::size_t i = 0; i < width_; ++i) judge_correction(i);
    take(projection_.outputs.data(), 1, n, &Lane::moves_q);
    take(projection_.outputs.data() + n * width_, 1 + n, n, &Lane::moves_v);
  }
  for (Lane& lane : lanes_)
    if (lane.waits) {
      failure(lane.motion);
      lane.active = lane.stepped = false;
    }
}

/// Whether a correction is applied, and whether it was the last.
void LaneGroup::judge_correction(std::size_t index) {
  Lane& lane = lanes_[index];
  lane.moves_q = lane.moves_v = false;
  if (!lane.waits) return;
  const std::size_t at = 2 * functions_.n;
  const double q_size = output(projection_, at, index), v_size = output(projection_, at + 1, index);
  const double miss = output(projection_, at + 2, index);
  const double condition = output(projection_, at + 3, index);
  // such a motion waits for ever, and goes elsewhere when the others are done
  if (!(condition < ExplicitFormulas::largest_condition) || !std::isfinite(q_size + v_size)) return;
  const auto verdict = lane.progress.judge(q_size, v_size, functions_.linear_in_velocities);
  lane.moves_q = verdict.move_q;
  lane.moves_v = verdict.move_v;
  lane.waits = !(verdict.done && miss <= ProjectionProgress::largest_miss);
}

void LaneGroup::audit() {
  if (std::none_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.stepped; }))
    return;
  call(*functions_.audit, audit_);
  for (std::size_t i = 0; i < width_; ++i) {
    Lane& lane = lanes_[i];
    if (!lane.stepped) continue;
    lane.motion.residual = std::max(lane.motion.residual, output(audit_, 0, i));
    lane.motion.energy_deviation = std::max(lane.motion.energy_deviation,
                                            std::fabs(output(audit_, 2, i) - lane.energy_at_start));
  }
}

}  // namespace alembert
