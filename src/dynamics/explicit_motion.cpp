#include "dynamics/explicit_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/projection_progress.hpp"

namespace alembert {

namespace {

// of what is zero but for rounding: some digits are lost where the rows are nearly dependent
constexpr double is_zero = 1e-9;

// Numbers one by one, as compiled code writes and reads them: what was just written in small pieces
// and is read in larger ones has to wait until it has reached the cache.
void copy_numbers(const double* from, std::size_t count, double* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

}  // namespace

ExplicitMotion::ExplicitMotion(std::shared_ptr<ExplicitCode> code, std::size_t coordinates,
                               std::size_t rows, const NaturalSizes& sizes,
                               const std::vector<double>& parameters)
    : code_(std::move(code)),
      layout_{coordinates},
      n_(coordinates),
      m_(rows),
      acceleration_(code_->acceleration()),
      sizes_(sizes),
      known_sizes_(sizes.version() - 1),
      inputs_(code_->input_count() + 2 * n_ + 1) {
  std::ranges::copy(parameters, inputs_.begin() + static_cast<std::ptrdiff_t>(1 + 2 * n_));
  if (code_->steps() == ExplicitCode::Steps::whole) step_ = code_->step();
  if (code_->steps() == ExplicitCode::Steps::staged)
    staged_.emplace(integrate::StagedStep::Shape{.coordinates = n_,
                                                 .parameters = parameters.size(),
                                                 .integrals = integrate::StateLayout::works},
                    code_->step_tolerance());
  if (!code_->is_small()) return;
  projection_ = code_->projection();
  audit_ = code_->audit();
}

// they change seldom once a motion has shown how large it is
void ExplicitMotion::know_sizes() {
  if (known_sizes_ == sizes_.version()) return;
  known_sizes_ = sizes_.version();
  std::copy_n(sizes_.data(), 2 * n_, inputs_.data() + code_->input_count());
}

const double* ExplicitMotion::call(CompiledFormulas& function, double t, const double* y) {
  inputs_[0] = t;
  copy_numbers(y, 2 * n_, inputs_.data() + 1);
  return function.evaluate(inputs_).data();
}

bool ExplicitMotion::accelerate(double t, const double* y, double* dy) {
  const double* const result = call(acceleration_, t, y);
  const std::size_t count = layout_.condition_at();
  // not finite as soon as one number is not
  const double sum =
      Eigen::Map<const numeric::Vector>(result, static_cast<numeric::Index>(count)).sum();
  if (!(result[count] < integrate::largest_condition && std::isfinite(sum))) return false;
  condition_ = result[count];
  std::copy_n(y + n_, n_, dy);
  std::copy_n(result, count, dy + n_);
  return true;
}

double ExplicitMotion::step(double t, double h, const double* y, double* landed,
                            integrate::ConditionRange& met) {
  constexpr double not_defined = std::numeric_limits<double>::quiet_NaN();
  if (code_->steps() == ExplicitCode::Steps::none) return not_defined;
  const integrate::StagedStep::Findings found =
      staged_ ? step_by_stages(t, h, y, landed) : step_as_a_whole(t, h, y, landed);
  met = integrate::ConditionRange(found.first, found.best, found.worst);
  if (found.worst < integrate::largest_condition && std::isfinite(found.error)) return found.error;
  staged_h_ = 0;
  return not_defined;
}

integrate::StagedStep::Findings ExplicitMotion::step_as_a_whole(double t, double h, const double* y,
                                                                double* landed) {
  inputs_.back() = h;
  know_sizes();
  const double* const result = call(step_, t, y);
  const std::size_t count = layout_.size();
  copy_numbers(result, 2 * n_, landed);
  for (std::size_t i = 2 * n_; i < count; ++i) landed[i] = y[i] + result[i];
  return {result[count], result[count + 1], result[count + 2], result[count + 3]};
}

integrate::StagedStep::Findings ExplicitMotion::step_by_stages(double t, double h, const double* y,
                                                               double* landed) {
  staged_->take(
      [&](const double* inputs, double* outputs) { acceleration_.evaluate(inputs, outputs); }, &t,
      &h, y, sizes_.data(), inputs_.data() + 1 + 2 * n_, landed);
  staged_t_ = t;
  staged_h_ = h;
  return staged_->findings(0);
}

bool ExplicitMotion::stages_of(double t, double h, std::span<numeric::Vector> stages) const {
  if (!staged_ || t != staged_t_ || h != staged_h_) return false;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    std::copy_n(staged_->velocity(i), n_, stages[i].data());
    std::copy_n(staged_->acceleration(i), n_ + integrate::StateLayout::works,
                stages[i].data() + n_);
  }
  return true;
}

double ExplicitMotion::ratio_at(double t, const double* y) {
  const double condition = call(acceleration_, t, y)[layout_.condition_at()];
  return std::isnan(condition) ? 0 : integrate::ratio_for(condition);
}

bool ExplicitMotion::project(double t, const double* from, double* y) {
  if (projection_.empty()) projection_ = code_->projection();
  inputs_[0] = t;
  know_sizes();
  double* const state = inputs_.data() + 1;
  copy_numbers(from, 2 * n_, state);
  ProjectionProgress progress;
  for (int iteration = 0; iteration < ProjectionProgress::most_iterations; ++iteration) {
    const double* const result = projection_.evaluate(inputs_).data();
    const double q_size = result[2 * n_], v_size = result[2 * n_ + 1];
    const double miss = result[2 * n_ + 2], condition = result[2 * n_ + 3];
    if (!(condition < integrate::largest_condition)) return false;
    if (!std::isfinite(q_size) || !std::isfinite(v_size)) return false;
    if (iteration == 0) correction_ = std::max(q_size, v_size);
    const auto move = progress.judge(q_size, v_size, code_->is_linear_in_velocities());
    // the rows left out were looked at before this correction: where they missed, look again
    const bool arrived = move.done && miss <= ProjectionProgress::largest_miss;
    double* const target = arrived ? y : state;
    if (move.of_q)
      copy_numbers(result, n_, target);
    else if (arrived)
      copy_numbers(state, n_, y);
    if (move.of_v)
      copy_numbers(result + n_, n_, target + n_);
    else if (arrived)
      copy_numbers(state + n_, n_, y + n_);
    if (arrived) return true;
    if (move.done && !move.of_q && !move.of_v) return false;
  }
  return false;
}

StateAudit ExplicitMotion::audit(double t, const double* y) {
  if (audit_.empty()) audit_ = code_->audit();
  const double* const result = call(audit_, t, y);
  return {result[0], result[1], result[2]};
}

bool ExplicitMotion::instant(double t, const double* y, Instant& now) {
  if (instant_.empty()) instant_ = code_->instant();
  const double* next = call(instant_, t, y);
  const std::vector<double>& all = instant_.values();
  const double condition = all[all.size() - 1], independence = all[all.size() - 2];
  if (!(condition < integrate::largest_condition && independence < is_zero)) return false;
  const auto take = [&](std::size_t count) {
    const Eigen::Map<const numeric::Vector> part(next, static_cast<numeric::Index>(count));
    next += count;
    return part;
  };
  const std::size_t terms = all.size() - n_ - 3 * m_ - 4;
  now.acceleration = take(n_);
  now.lambda = take(m_);
  now.lambda_total = take(m_);
  now.unique.resize(m_);
  for (std::size_t r = 0; r < m_; ++r) now.unique[r] = *next++ < is_zero;
  now.C = take(terms);
  now.acceleration_residual = *next++;
  now.virtual_work = *next++;
  now.rank = static_cast<numeric::Index>(rows().size());
  return now.acceleration.allFinite() && now.lambda.allFinite() && now.lambda_total.allFinite();
}

}  // namespace alembert
