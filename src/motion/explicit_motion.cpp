#include "motion/explicit_motion.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

// a change of q so small that the gradients belong to the place it leads to, and one lost in rounding
constexpr double settled = 1e-15;
constexpr double rounding = 4e-16;
constexpr int most_iterations = 6;
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
                               std::size_t rows)
    : formulas_(std::move(formulas)),
      n_(coordinates),
      m_(rows),
      acceleration_(compiled(formulas_->acceleration())),
      projection_(compiled(formulas_->projection())),
      audit_(compiled(formulas_->audit())),
      inputs_(formulas_->inputs().size()),
      before_(2 * coordinates) {}

ExplicitMotion::Function ExplicitMotion::compiled(const std::vector<NodeId>& outputs) const {
  Function function;
  function.evaluator = compile(formulas_->graph(), outputs, formulas_->inputs());
  function.outputs.resize(outputs.size());
  function.workspace.resize(function.evaluator->workspace_size(1));
  return function;
}

const double* ExplicitMotion::call(Function& function, double t, const double* y) {
  inputs_[0] = t;
  std::copy_n(y, 2 * n_, inputs_.begin() + 1);
  function.evaluator->evaluate(inputs_.data(), function.outputs.data(), function.workspace.data());
  return function.outputs.data();
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

double ExplicitMotion::ratio_at(double t, const double* y) {
  const double condition = call(acceleration_, t, y)[n_ + 4];
  return std::isnan(condition) ? 0 : ExplicitFormulas::ratio_for(condition);
}

bool ExplicitMotion::project(double t, double* y) {
  std::copy_n(y, 2 * n_, before_.begin());
  double *const q = y, *const v = y + n_;
  double v_before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const double* const result = call(projection_, t, y);
    const double *const dq = result, *const dv = result + n_;
    const double miss = result[2 * n_], condition = result[2 * n_ + 1];
    if (!(condition < ExplicitFormulas::largest_condition)) break;
    const double q_size = relative_size(dq, q, n_), v_size = relative_size(dv, v, n_);
    if (!std::isfinite(q_size) || !std::isfinite(v_size)) break;
    if (q_size > rounding)
      for (std::size_t j = 0; j < n_; ++j) q[j] += dq[j];
    if (q_size > settled) continue;
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
  // few runs ask for many instants: compiled when it is first needed
  if (!instant_.evaluator) instant_ = compiled(formulas_->instant());
  const double* next = call(instant_, t, y);
  if (!(instant_.outputs.back() < ExplicitFormulas::largest_condition)) return std::nullopt;
  const auto take = [&](std::size_t count) {
    const numeric::Vector part =
        Eigen::Map<const numeric::Vector>(next, static_cast<numeric::Index>(count));
    next += count;
    return part;
  };
  const std::size_t terms = instant_.outputs.size() - n_ - 2 * m_ - 3;
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
