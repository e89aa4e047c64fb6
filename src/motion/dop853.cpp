#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "motion/dop853_tableau.hpp"
#include "motion/integrator.hpp"
#include "motion/step_size.hpp"

namespace alembert {
namespace {

using numeric::Index;
using numeric::Vector;

constexpr std::size_t end = 12;  // the row of the tableau whose argument is the new y

// The step aims at this part of what the error allows, and changes by no more than these factors.
constexpr double safety = 0.93;
constexpr double largest_growth = 6;
constexpr double largest_shrink = 1.0 / 3;

// A step may err by this part of the tolerance: the errors of some hundred steps then add up to about the
// tolerance, for 1.5 times the steps.
constexpr double margin = 0.05;

template <double weight>
void add(double& sum, double x) {
  if constexpr (weight != 0) sum += weight * x;
}

class Dop853 final : public Integrator {
 public:
  Dop853(Flow& flow, double tolerance)
      : flow_(flow), tolerance_(std::max(tolerance, smallest_tolerance)) {}

  void start(double t, const Vector& y, double step_guess) override {
    const auto n = static_cast<Index>(flow_.size());
    assert(y.size() == n);
    for (Vector* v : {&workspace_.y, &workspace_.dy}) v->resize(n);
    for (Vector& k : k_) k.resize(n);
    for (Vector& d : dense_) d.resize(n);
    t_ = t_before_ = t;
    y_ = before_ = landed_ = y;
    h_ = 0;
    wish_ = std::max(step_guess, 0.0);
    root_before_ = 0;
    corrected_ = first_known_ = end_known_ = dense_known_ = false;
  }

  StepStatus step(double t_end) override;

  void correct(const Vector& y) override {
    if (y == y_) return;
    y_ = y;
    corrected_ = true;
    first_known_ = false;
  }

  double t() const override { return t_; }
  double t_before() const override { return t_before_; }
  const Vector& y() const override { return y_; }
  void interpolate(double t, Vector& y) override;
  const IntegratorCounters& counters() const override { return counters_; }

 private:
  bool evaluate(double t, const Vector& y, Vector& dy) {
    ++counters_.evaluations;
    return flow_.evaluate(t, y, dy);
  }

  /// out = y + h Σ a_ij k_j, unrolled over the entries of row i that are not zero.
  template <std::size_t i, std::size_t... j>
  void combine(Vector& out, std::index_sequence<j...>) const {
    const double* const k[] = {k_[j].data()...};
    const double* const y = before_.data();
    const double h = h_;
    double* const result = out.data();
#pragma GCC ivdep
    for (Index at = 0, n = out.size(); at < n; ++at) {
      double sum = 0;
      (add<dop853::a[i][j]>(sum, k[j][at]), ...);
      result[at] = y[at] + h * sum;
    }
  }

  template <std::size_t i>
  bool stage() {
    combine<i>(workspace_.y, std::make_index_sequence<i>());
    const double t = dop853::c[i] == 1 ? t_landing_ : t_before_ + dop853::c[i] * h_;
    if (!evaluate(t, workspace_.y, k_[i])) return false;
    noise_ = std::max(noise_, flow_.noise());
    return true;
  }

  /// Stages `first` + i, one after the other, until one is not defined.
  template <std::size_t first, std::size_t... i>
  bool stages(std::index_sequence<i...>) {
    return (stage<first + i>() && ...);
  }

  template <std::size_t... j>
  double error(std::index_sequence<j...>) const;

  bool know_first();
  bool know_end();
  bool try_step();
  void choose_next(double error, bool may_grow);
  template <std::size_t row, std::size_t... j>
  void dense_row(std::index_sequence<j...>);
  void know_dense();

  Flow& flow_;
  double tolerance_;
  IntegratorCounters counters_;

  double t_ = 0, t_before_ = 0, t_landing_ = 0;
  double h_ = 0;            // of the last step, tried or done
  double wish_ = 0;         // what the controller wants next; 0 when it does not know
  double root_before_ = 0;  // eighth root of the error of the last accepted step; 0: there is none
  double h_before_ = 0;     // the length of that step
  double noise_ = 0;        // largest of the stages
  Vector before_;           // y at t_before_
  Vector landed_;           // y at t_ as the step found it
  Vector y_;                // y at t_, corrected
  StepWorkspace workspace_;
  std::array<Vector, 16> k_;
  std::array<Vector, 7> dense_;
  bool corrected_ = false;
  bool first_known_ = false;  // k_[0] belongs to (t_, y_)
  bool end_known_ = false;    // k_[end] belongs to (t_, landed_)
  bool dense_known_ = false;
};

/// The two estimates of order 5 and 3 combined as in DOP853, for the component that is worst relative to
/// what is allowed.
template <std::size_t... j>
double Dop853::error(std::index_sequence<j...>) const {
  const double* const k[] = {k_[j].data()...};
  // differences of the stages cannot be told from rounding below this
  const double floor = 10 * h_ * noise_;
  const auto n = static_cast<Index>(flow_.controlled());
  double square5 = 0, square3 = 0;
  for (Index at = 0; at < n; ++at) {
    double sum5 = 0, sum3 = 0;
    (add<dop853::e5[j]>(sum5, k[j][at]), ...);
    (add<dop853::e3[j]>(sum3, k[j][at]), ...);
    const double allowed =
        1 / (margin * allowed_error(tolerance_, before_[at], landed_[at]) + floor);
    sum5 *= allowed;
    sum3 *= allowed;
    square5 = std::max(square5, sum5 * sum5);
    square3 = std::max(square3, sum3 * sum3);
  }
  if (square5 == 0) return 0;
  return h_ * square5 / std::sqrt(square5 + 0.01 * square3);
}

/// f at (t, y): the last stage of the step before, unless y was corrected since.
bool Dop853::know_first() {
  if (first_known_) return true;
  if (end_known_ && !corrected_) {
    std::swap(k_[0], k_[end]);
    end_known_ = false;
    return first_known_ = true;
  }
  return first_known_ = evaluate(t_, y_, k_[0]);
}

bool Dop853::know_end() {
  if (end_known_) return true;
  return end_known_ = evaluate(t_, landed_, k_[end]);
}

bool Dop853::try_step() {
  if (!stages<1>(std::make_index_sequence<end - 1>())) return false;
  combine<end>(landed_, std::make_index_sequence<end>());
  return true;
}

/// The step after one that was accepted: as long as this error allows (order 8), or shorter when the errors of
/// the last two steps show that the way becomes harder (predictive control of Gustafsson). That saves most
/// of the rejections.
void Dop853::choose_next(double error, bool may_grow) {
  const double root = eighth_root(error);
  const double allowed = error > 0 ? safety / root : largest_growth;
  if (h_ < 0.99 * wish_) {
    // cut short by the end, which says little about the step that was wished
    if (allowed < largest_growth) wish_ = h_ * allowed;
    return;
  }
  const double trend = root_before_ > 0 && root > 0 ? h_ / h_before_ * (root_before_ / root) : 1;
  root_before_ = root;
  h_before_ = h_;
  wish_ = h_ *
          std::clamp(allowed * std::min(trend, 1.0), largest_shrink, may_grow ? largest_growth : 1);
}

StepStatus Dop853::step(double t_end) {
  assert(t_end > t_);
  // from here on the step before is forgotten
  const bool known = know_first();
  t_before_ = t_;
  before_ = y_;
  h_ = 0;
  corrected_ = end_known_ = dense_known_ = false;
  if (!known) {
    landed_ = y_;
    return StepStatus::not_defined;
  }
  if (wish_ == 0) {
    wish_ = first_step(flow_, t_, y_, k_[0], tolerance_, t_end - t_, workspace_);
    ++counters_.evaluations;
  }
  const double smallest = smallest_step(t_, t_end);
  wish_ = std::max(wish_, smallest);

  StepStatus trouble = StepStatus::advanced;
  for (;;) {
    // steps begin and end at numbers that t can hold
    const double fitted = fit_step(wish_, t_, t_end);
    const bool to_end = fitted == t_end - t_;
    t_landing_ = to_end ? t_end : t_ + fitted;
    h_ = t_landing_ - t_;

    noise_ = 0;
    const bool defined = try_step();
    const double error = defined ? this->error(std::make_index_sequence<end>()) : 0;
    if (defined && error <= 1) {
      choose_next(error, trouble == StepStatus::advanced);
      t_ = t_landing_;
      y_ = landed_;
      first_known_ = false;
      ++counters_.steps;
      return StepStatus::advanced;
    }

    ++counters_.rejected;
    trouble = defined ? StepStatus::too_small : StepStatus::not_defined;
    const double shrunk = defined ? safety / eighth_root(error) : 0.5;
    wish_ = h_ * (shrunk > largest_shrink ? shrunk : largest_shrink);
    if (!(wish_ >= smallest)) break;
  }

  h_ = 0;
  landed_ = y_;
  return trouble;
}

template <std::size_t row, std::size_t... j>
void Dop853::dense_row(std::index_sequence<j...>) {
  const double* const k[] = {k_[j].data()...};
  double* const result = dense_[3 + row].data();
  const double h = h_;
#pragma GCC ivdep
  for (Index at = 0, n = landed_.size(); at < n; ++at) {
    double sum = 0;
    (add<dop853::d[row][j]>(sum, k[j][at]), ...);
    result[at] = h * sum;
  }
}

/// The coefficients of the polynomial of degree 7 and order 7 through the last step.
void Dop853::know_dense() {
  const bool end_defined = know_end();
  dense_[0] = landed_ - before_;
  dense_[1] = h_ * k_[0] - dense_[0];
  if (end_defined) {
    dense_[2] = dense_[0] - h_ * k_[end] - dense_[1];
  } else {
    dense_[2].setZero();
  }
  if (end_defined && stages<end + 1>(std::make_index_sequence<3>())) {
    constexpr auto all = std::make_index_sequence<16>();
    dense_row<0>(all);
    dense_row<1>(all);
    dense_row<2>(all);
    dense_row<3>(all);
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

std::unique_ptr<Integrator> make_dop853(Flow& flow, double tolerance) {
  return std::make_unique<Dop853>(flow, tolerance);
}

}  // namespace alembert
