#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "integrate/integrator.hpp"
#include "integrate/noted_evaluation.hpp"
#include "integrate/stage_sums.hpp"
#include "integrate/stage_terms.hpp"
#include "integrate/step_controller.hpp"
#include "integrate/step_size.hpp"

namespace alembert::integrate {
namespace {

using numeric::Index;
using numeric::Vector;

using dop853::new_state;

class Dop853 final : public Integrator {
 public:
  Dop853(Flow& flow, double tolerance, KernelSource kernel, NearSingularity near_singularity)
      : flow_(flow),
        tolerance_(std::max(tolerance, smallest_tolerance)),
        kernel_source_(std::move(kernel)),
        near_singularity_(near_singularity) {
    const auto n = static_cast<Index>(flow_.size());
    for (Vector* v : {&workspace_.y, &workspace_.dy, &before_, &landed_, &corrected_}) v->resize(n);
    for (Vector& k : k_) k.resize(n);
    for (Vector& d : dense_) d.resize(n);
  }

  void start(double t, const Vector& y, double step_guess) override {
    assert(y.size() == before_.size());
    t_ = t_before_ = t;
    before_ = landed_ = corrected_ = y;
    h_ = 0;
    control_.forget();
    control_.set_wish(std::max(step_guess, 0.0));
    is_corrected_ = first_known_ = stages_known_ = end_known_ = dense_known_ = false;
  }

  StepReport step(double t_end) override { return {take_step(t_end), met_}; }
  void limit_steps(double longest) override { longest_ = longest; }

  void correct(const Vector& y) override {
    if (y == this->y()) return;
    corrected_ = y;
    is_corrected_ = true;
  }

  double t() const override { return t_; }
  double t_before() const override { return t_before_; }
  const Vector& y() const override { return is_corrected_ ? corrected_ : landed_; }
  void interpolate(double t, Vector& y) override;
  const IntegratorCounters& counters() const override { return counters_; }

 private:
  bool evaluate(double t, const Vector& y, Vector& dy) {
    ++counters_.evaluations;
    return evaluate_and_note(flow_, t, y, dy, met_);
  }

  /// out = y + h Σ w_j k_j; without y, the sum alone.
  void sum(const StageTerms& terms, const double* y, double h, Vector& out) const {
    std::array<const double*, 16> k;
    for (std::size_t j = 0; j < terms.count; ++j) k[j] = k_[terms.stage[j]].data();
    stage_sum(static_cast<std::size_t>(out.size()), y, h, terms.count, terms.weight.data(),
              k.data(), out.data());
  }

  template <std::size_t i>
  bool stage() {
    static constexpr StageTerms terms = terms_of(dop853::a[i]);
    sum(terms, before_.data(), h_, workspace_.y);
    const double t = dop853::c[i] == 1 ? t_landing_ : t_before_ + dop853::c[i] * h_;
    if (!evaluate(t, workspace_.y, k_[i])) return false;
    // of two stages: it is an estimate
    if constexpr (i == 1 || i == new_state - 1) noise_ = std::max(noise_, flow_.noise());
    return true;
  }

  /// Stages `first` + i, one after the other, until one is not defined.
  template <std::size_t first, std::size_t... i>
  bool stages(std::index_sequence<i...>) {
    return (stage<first + i>() && ...);
  }

  StepStatus take_step(double t_end);
  bool know_first();
  bool know_stages();
  bool know_end();
  double try_step();
  double error();
  void know_dense();

  Flow& flow_;
  double tolerance_;
  const KernelSource kernel_source_;
  const NearSingularity near_singularity_;
  IntegratorCounters counters_;
  StepKernel* kernel_ = nullptr;  // of the last step; null where f was called
  ConditionRange met_;            // in the last step
  bool gave_up_ = false;          // it, for nearness to a singular position

  double t_ = 0, t_before_ = 0, t_landing_ = 0;
  double h_ = 0;  // of the last step, tried or done
  double longest_ = std::numeric_limits<double>::infinity();
  StepController control_;
  double noise_ = 0;  // largest of the stages
  Vector before_;     // y at t_before_
  Vector landed_;     // y at t_ as the step found it
  Vector corrected_;  // y at t_ where it was corrected since
  StepWorkspace workspace_;
  std::array<Vector, 16> k_;
  std::array<Vector, 7> dense_;
  bool is_corrected_ = false;
  bool first_known_ = false;   // k_[0] belongs to (t_before_, before_)
  bool stages_known_ = false;  // and so do those up to the end
  bool end_known_ = false;     // k_[new_state] belongs to (t_, landed_)
  bool dense_known_ = false;
};

/// Of the component that is worst relative to what is allowed.
double Dop853::error() {
  static constexpr StageTerms terms5 = terms_of(dop853::e5), terms3 = terms_of(dop853::e3);
  Vector &sum5 = dense_[0], &sum3 = dense_[1];  // not needed before the step is accepted
  sum(terms5, nullptr, 1, sum5);
  sum(terms3, nullptr, 1, sum3);
  const double tolerance = step_margin * std::max(tolerance_, rounding_floor * noise_);
  const auto n = static_cast<Index>(flow_.controlled());
  const double* const sizes = flow_.sizes();
  double square5 = 0, square3 = 0;
  for (Index at = 0; at < n; ++at) {
    const double scale = 1 / allowed_error(tolerance, sizes[at], landed_[at] - before_[at]);
    const double error5 = scale * sum5[at], error3 = scale * sum3[at];
    square5 = std::max(square5, error5 * error5);
    square3 = std::max(square3, error3 * error3);
  }
  return combined_error(h_, square5, square3);
}

/// f where the step begins: the last stage of the step before, unless y was corrected since.
bool Dop853::know_first() {
  if (first_known_) return true;
  return first_known_ = evaluate(t_before_, before_, k_[0]);
}

bool Dop853::know_stages() {
  if (stages_known_) return true;
  if (kernel_ && kernel_->stages_of(t_before_, h_, std::span(k_).first(new_state)))
    return first_known_ = stages_known_ = true;
  noise_ = 0;
  return stages_known_ = know_first() && stages<1>(std::make_index_sequence<new_state - 1>());
}

bool Dop853::know_end() {
  if (end_known_) return true;
  return end_known_ = evaluate(t_, landed_, k_[new_state]);
}

/// The error of a step of length h_ to landed_; NaN where f is not defined on the way.
double Dop853::try_step() {
  stages_known_ = false;
  if (kernel_) {
    ConditionRange met;
    const double error = kernel_->step(t_before_, h_, before_, landed_, met);
    const bool is_defined = !std::isnan(error);
    gave_up_ = !is_defined && near_singularity_ == NearSingularity::give_up &&
               met.approaches_singularity();
    if (is_defined || gave_up_) met_.add(met);
    if (is_defined) counters_.evaluations += new_state;
    if (is_defined || gave_up_) return error;
  }
  if (!know_stages()) return std::numeric_limits<double>::quiet_NaN();
  static constexpr StageTerms terms = terms_of(dop853::a[new_state]);
  sum(terms, before_.data(), h_, landed_);
  return error();
}

StepStatus Dop853::take_step(double t_end) {
  assert(t_end > t_);
  met_ = {};
  gave_up_ = false;
  kernel_ = kernel_source_ ? kernel_source_() : nullptr;
  // from here on the step before is forgotten, but for its last stage
  first_known_ = end_known_ && !is_corrected_;
  if (first_known_) std::swap(k_[0], k_[new_state]);
  t_before_ = t_;
  before_.swap(is_corrected_ ? corrected_ : landed_);
  h_ = 0;
  is_corrected_ = stages_known_ = end_known_ = dense_known_ = false;
  if (control_.wish() == 0) {
    if (!know_first()) {
      landed_ = before_;
      return StepStatus::not_defined;
    }
    control_.set_wish(first_step(flow_, t_, before_, k_[0], tolerance_, t_end - t_, workspace_));
    ++counters_.evaluations;
    met_.add(flow_.condition());
  }
  const double smallest = smallest_step(t_, t_end);
  control_.set_wish(std::max(control_.wish(), smallest));

  StepStatus trouble = StepStatus::advanced;
  for (;;) {
    // steps begin and end at numbers that t can hold
    const double fitted = fit_step(std::min(control_.wish(), longest_), t_, t_end);
    const bool to_end = fitted == t_end - t_;
    t_landing_ = to_end ? t_end : t_ + fitted;
    h_ = t_landing_ - t_;

    const double error = try_step();
    if (error <= 1) {
      control_.accept(h_, error, trouble == StepStatus::advanced);
      t_ = t_landing_;
      ++counters_.steps;
      return StepStatus::advanced;
    }

    ++counters_.rejected;
    const bool is_defined = !std::isnan(error);
    // shorter steps than those that meet no number may fail for nearness to them
    if (trouble != StepStatus::not_defined)
      trouble = is_defined ? StepStatus::too_small : StepStatus::not_defined;
    if (is_defined)
      control_.reject(h_, error);
    else
      control_.reject(h_);
    // no shorter step helps where f is not defined at the beginning
    if (!(control_.wish() >= smallest) || gave_up_ || !(first_known_ || is_defined || know_first()))
      break;
  }

  h_ = 0;
  landed_ = before_;
  return trouble;
}

/// The coefficients of the polynomial of degree 7 and order 7 through the last step.
void Dop853::know_dense() {
  const bool stages_defined = know_stages();
  const bool end_defined = stages_defined && know_end();
  dense_[0] = landed_ - before_;
  dense_[1] = h_ * k_[0] - dense_[0];
  if (end_defined) {
    dense_[2] = dense_[0] - h_ * k_[new_state] - dense_[1];
  } else {
    dense_[2].setZero();
  }
  if (end_defined && stages<new_state + 1>(std::make_index_sequence<3>())) {
    static constexpr StageTerms rows[] = {terms_of(dop853::d[0]), terms_of(dop853::d[1]),
                                          terms_of(dop853::d[2]), terms_of(dop853::d[3])};
    for (std::size_t i = 0; i < 4; ++i) sum(rows[i], nullptr, h_, dense_[3 + i]);
  } else {
    // at the border of the domain: what the values and slopes at the ends give
    for (std::size_t i = 3; i < dense_.size(); ++i) dense_[i].setZero();
  }
  dense_known_ = true;
}

void Dop853::interpolate(double t, Vector& y) {
  assert(t_before_ <= t && t <= t_);
  y.resize(landed_.size());
  if (t == t_) {
    y = landed_;
    return;
  }
  if (!dense_known_) know_dense();
  const double x = (t - t_before_) / h_, rest = 1 - x;
  for (Index i = 0; i < y.size(); ++i) {
    double sum = dense_[6][i];
    sum = dense_[5][i] + x * sum;
    sum = dense_[4][i] + rest * sum;
    sum = dense_[3][i] + x * sum;
    sum = dense_[2][i] + rest * sum;
    sum = dense_[1][i] + x * sum;
    sum = dense_[0][i] + rest * sum;
    y[i] = before_[i] + x * sum;
  }
}

}  // namespace

std::unique_ptr<Integrator> make_dop853(Flow& flow, double tolerance, KernelSource kernel,
                                        NearSingularity near_singularity) {
  return std::make_unique<Dop853>(flow, tolerance, std::move(kernel), near_singularity);
}

}  // namespace alembert::integrate
