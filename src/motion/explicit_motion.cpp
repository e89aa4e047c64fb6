#include "motion/explicit_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/step_size.hpp"
#include "motion/whole_step.hpp"

namespace alembert {

namespace {

// a change of q so small that the gradients belong to the place it leads to, and one lost in rounding
constexpr double settled = 1e-15;
constexpr double rounding = 4e-16, most_rounding = 1e-12;
constexpr int most_iterations = 6;
// a whole step is compiled at once up to so many nodes: beyond, a compact right-hand side called twelve times
// is faster
constexpr std::size_t most_nodes = 6000;
constexpr std::size_t stages = 12, terms_per_sum = 12;  // of Dormand and Prince's method
// by how much rows that follow from the others may miss
constexpr double largest_miss = 1e-9;

// the largest change of a component, relative to its size
double relative_size(const double* change, const double* x, std::size_t count) {
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i)
    largest = std::max(largest, std::fabs(change[i]) / (1 + std::fabs(x[i])));
  return largest;
}

}  // namespace

ExplicitMotion::ExplicitMotion(std::unique_ptr<ExplicitFormulas> formulas, std::size_t coordinates,
                               std::size_t rows, double step_tolerance)
    : formulas_(std::move(formulas)),
      n_(coordinates),
      m_(rows),
      inputs_(formulas_->inputs().size() + 1),
      before_(2 * coordinates) {
  using Use = CompiledFormulas::Use;
  const std::vector<NodeId> acceleration = formulas_->acceleration();
  const std::size_t nodes = reachable(formulas_->graph(), acceleration).size();
  has_steps_ = step_tolerance > 0 && stages * (nodes + terms_per_sum * n_) <= most_nodes;
  if (has_steps_) prepare_steps(step_tolerance);
  // a right-hand side by itself is then needed for outputs alone
  acceleration_ = compiled(acceleration, has_steps_ ? Use::now_and_then : Use::at_every_step);
  projection_ = compiled(formulas_->projection(), Use::at_every_step);
  audit_ = compiled(formulas_->audit(), Use::at_every_step);
}

CompiledFormulas ExplicitMotion::compiled(const std::vector<NodeId>& outputs,
                                          CompiledFormulas::Use use) {
  return {formulas_->graph(), outputs, formulas_->inputs(), use};
}

const double* ExplicitMotion::call(CompiledFormulas& function, double t, const double* y) {
  inputs_[0] = t;
  std::copy_n(y, 2 * n_, inputs_.begin() + 1);
  return function.evaluate(inputs_).data();
}

bool ExplicitMotion::accelerate(double t, const double* y, double* dy) {
  const double* const result = call(acceleration_, t, y);
  const std::size_t count = n_ + 4;
  double sum = 0;  // not finite as soon as one number is not
  for (std::size_t i = 0; i < count; ++i) sum += result[i] * 0;
  if (!(result[count] < ExplicitFormulas::largest_condition && sum == 0)) return false;
  condition_ = result[count];
  std::copy_n(y + n_, n_, dy);
  std::copy_n(result, count, dy + n_);
  return true;
}

void ExplicitMotion::prepare_steps(double tolerance) {
  WholeStep step = whole_step(*formulas_, tolerance);
  std::vector<NodeId> inputs = formulas_->inputs();
  inputs.push_back(step.h);
  step_ = {formulas_->graph(), step.outputs, inputs, CompiledFormulas::Use::at_every_step};
}

std::optional<double> ExplicitMotion::step(double t, double h, const double* y, double* landed,
                                           RatiosMet& ratios) {
  if (!has_steps_) return std::nullopt;
  inputs_.back() = h;
  const double* const result = call(step_, t, y);
  const std::size_t count = 2 * n_ + 4;
  const double error = combined_error(h, result[count], result[count + 1]);
  const double worst = result[count + 4];
  double sum = 0;  // not finite as soon as one number is not
  for (std::size_t i = 0; i < count; ++i) sum += result[i] * 0;
  if (!(worst < ExplicitFormulas::largest_condition && std::isfinite(error) && sum == 0))
    return std::nullopt;
  ratios = {ExplicitFormulas::ratio_for(result[count + 2]), ExplicitFormulas::ratio_for(worst),
            ExplicitFormulas::ratio_for(result[count + 3])};
  std::copy_n(result, 2 * n_, landed);
  for (std::size_t i = 2 * n_; i < count; ++i) landed[i] = y[i] + result[i];
  return error;
}

bool ExplicitMotion::project(double t, double* y) {
  std::copy_n(y, 2 * n_, before_.begin());
  double *const q = y, *const v = y + n_;
  double q_before = std::numeric_limits<double>::infinity(), v_before = q_before;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const double* const result = call(projection_, t, y);
    const double *const dq = result, *const dv = result + n_;
    const double miss = result[2 * n_], condition = result[2 * n_ + 1];
    if (!(condition < ExplicitFormulas::largest_condition)) break;
    const double q_size = relative_size(dq, q, n_), v_size = relative_size(dv, v, n_);
    if (!std::isfinite(q_size) || !std::isfinite(v_size)) break;
    if (q_size > rounding)
      for (std::size_t j = 0; j < n_; ++j) q[j] += dq[j];
    // in large systems rounding leaves more than in small ones, but it does not shrink
    const bool is_settled = q_size <= settled || (q_size < most_rounding && q_size > q_before / 4);
    q_before = q_size;
    if (!is_settled) continue;
    if (v_size > rounding)
      for (std::size_t j = 0; j < n_; ++j) v[j] += dv[j];
    if (!formulas_->is_linear_in_velocities() && v_size > settled && v_size < v_before) {
      v_before = v_size;
      continue;
    }
    if (!(miss <= largest_miss)) break;
    return true;
  }
  std::copy_n(before_.begin(), 2 * n_, y);
  return false;
}

StateAudit ExplicitMotion::audit(double t, const double* y) {
  const double* const result = call(audit_, t, y);
  return {result[0], result[1], result[2]};
}

std::optional<Instant> ExplicitMotion::instant(double t, const double* y) {
  if (instant_.values().empty())
    instant_ = compiled(formulas_->instant(), CompiledFormulas::Use::now_and_then);
  const double* next = call(instant_, t, y);
  if (!(instant_.values().back() < ExplicitFormulas::largest_condition)) return std::nullopt;
  const auto take = [&](std::size_t count) {
    const numeric::Vector part =
        Eigen::Map<const numeric::Vector>(next, static_cast<numeric::Index>(count));
    next += count;
    return part;
  };
  const std::size_t terms = instant_.values().size() - n_ - 2 * m_ - 3;
  Instant now;
  now.acceleration = take(n_);
  now.lambda = take(m_);
  now.lambda_total = take(m_);
  now.C = take(terms);
  now.acceleration_residual = *next++;
  now.virtual_work = *next++;
  now.unique.assign(m_, true);
  now.rank = static_cast<numeric::Index>(m_);
  if (!now.acceleration.allFinite() || !now.lambda.allFinite() || !now.lambda_total.allFinite())
    return std::nullopt;
  return now;
}

}  // namespace alembert
