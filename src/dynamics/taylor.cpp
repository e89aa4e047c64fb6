#include "dynamics/taylor.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "dynamics/manifold.hpp"
#include "dynamics/series.hpp"
#include "dynamics/series_order.hpp"
#include "integrate/step_size.hpp"

namespace alembert {

namespace {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

// At a distance d from a singular position the coefficients carry noise that grows like ε/d^k.
// Steps are looked at twice that end with σ_k/σ_1 below `nearly_singular_below` and `well_below`
// what it was at their beginning, or only below `below` it when noise has shortened them.
constexpr double nearly_singular_below = 0.1;
constexpr double well_below = 0.3, below = 0.6;
// beyond the position this ratio is enough; before it, this part of the largest ratio met leaves
// the branch to chance
constexpr double just_beyond = 1e-3;
constexpr double lost_below = 1e-4;
// of the ratio where the step begins, that a step over the position must end with
constexpr double clearly_beyond = 0.1;
// the most that rounding makes of q̇ at ratio 1, relative; it grows with the inverse square of the
// ratio
constexpr double rounding = 1000 * std::numeric_limits<double>::epsilon();
constexpr double most_noise = 1e-8;
constexpr double shorter[] = {0.9, 0.8, 0.7, 0.6, 0.5};

// of the step at which the last terms reach the tolerance: what follows them is then within it too
constexpr double safety = 0.9;
constexpr double largest_growth = 3;
// residuals of the constraints at the end of a step may be so many times the tolerance
constexpr double largest_residual = 10;
// and q̇ may miss, by the acceleration at the end alone, so many times the tolerance and the order
constexpr double largest_defect = 4;
// Steps of this part of the longest are looked at in so many pieces, where a hill makes it miss by
// far more.
constexpr double long_step = 0.25, overlooked_defect = 100;
constexpr int looks_within = 8;

// The works need not be as exact as the state, but their series decay more slowly: they are
// products.
constexpr double weight_of_works = 0.1;

// a series is not cut below this order unless it ends there
constexpr int fewest_terms = 6;

constexpr Index works = integrate::StateLayout::works;

class Taylor final : public integrate::Integrator {
 public:
  Taylor(Dynamics& dynamics, double tolerance, double rank_tolerance)
      : dynamics_(dynamics),
        tolerance_(std::max(tolerance, 4 * std::numeric_limits<double>::epsilon())),
        n_(static_cast<Index>(dynamics.coordinates())),
        series_(dynamics, order_for(tolerance_), rank_tolerance),
        manifold_(dynamics, rank_tolerance),
        coefficients_(Matrix::Zero(2 * n_ + works, series_.order() + 1)) {}

  void start(double t, const Vector& y, double step_guess) override {
    assert(y.size() == coefficients_.rows());
    t_ = t_before_ = t;
    y_ = y;
    coefficients_.setZero();
    coefficients_.col(0) = y;
    h_ = 0;
    wish_ = std::max(step_guess, 0.0) / largest_growth;  // the step is no longer than that
    landing_.known = false;
    largest_ratio_ = 0;
    series_.prepare();
  }

  integrate::StepReport step(double t_end) override { return {take_step(t_end), {}}; }
  void limit_steps(double longest) override { longest_ = longest; }

  void correct(const Vector& y) override { y_ = y; }

  double t() const override { return t_; }
  double t_before() const override { return t_before_; }
  const Vector& y() const override { return y_; }
  void interpolate(double t, Vector& y) override { evaluate_series(t - t_before_, y); }
  const integrate::IntegratorCounters& counters() const override { return counters_; }

 private:
  enum class StepQuality { good, nearly_singular, inaccurate, not_defined };

  /// A possible end of the step, and what is known there.
  struct Landing {
    bool known = false;  ///< `series_` has begun at (t, projected)
    double t = 0;
    Vector y, projected;
    double ratio = 1;   ///< of singular values
    double excess = 0;  ///< error over what is allowed
  };

  bool begin(double t, const Vector& y) {
    q_ = y.head(n_);
    v_ = y.segment(n_, n_);
    return series_.begin(t, q_, v_);
  }

  /// What may be wrong with a component.
  double scale(Index i) const {
    const double size = noise_ > 0 ? wide_sizes_[i] : dynamics_.sizes().data()[i];
    return integrate::allowed_error(tolerance_ + noise_, size, 0);
  }
  double scale_of_work(double work) const {
    return integrate::allowed_error(tolerance_ + noise_, dynamics_.sizes().of_work(), work);
  }

  bool expand();
  double choose_order();
  double term_size(int k) const;
  StepQuality land(double t);
  double residual_excess();
  double defect(double after, const Vector& acceleration) const;
  double defect_excess() const;
  bool overlooks();
  bool pass_over(double t_end);
  void widen_sizes();
  integrate::StepStatus take_step(double t_end);
  integrate::StepStatus look_around(double t_end);
  integrate::StepStatus accept(double t_end);
  void evaluate_series(double h, Vector& y) const;

  Dynamics& dynamics_;
  const double tolerance_;
  const Index n_;
  Series series_;
  Manifold manifold_;
  integrate::IntegratorCounters counters_;

  double t_ = 0, t_before_ = 0;
  double h_ = 0;  // of the step tried
  double longest_ = std::numeric_limits<double>::infinity();
  double wish_ = 0;  // the last step, had the end not cut it; 0 when there was none
  Vector y_;
  Matrix coefficients_;      // of the last step, column by order
  int finite_ = 0;           // the highest order up to which they are finite …
  int order_ = 0;            // … and up to which they are used
  bool is_regular_ = false;  // where the step begins
  Index rank_ = 0;
  double ratio_ = 1, largest_ratio_ = 0;
  double noise_ = 0;   // that the tolerance must not forbid: a singular position is being passed
  Vector wide_sizes_;  // of q and q̇ then
  Residuals drift_;    // of the constraints where the step begins
  Landing landing_;
  Vector q_, v_;
  Vector within_, slope_;  // at a look within the step
};

// Σ c_k h^k by Horner's rule, some components at a time, which then stay in registers
void Taylor::evaluate_series(double h, Vector& y) const {
  constexpr Index at_a_time = 4;
  const Index rows = coefficients_.rows();
  y.resize(rows);
  const auto sum = [&]<class Part>(Part part, Index i) {
    const double* c = coefficients_.data() + order_ * rows + i;
    part = Eigen::Map<const Part>(c);
    for (int k = order_; k > 0; --k) part = Eigen::Map<const Part>(c -= rows) + h * part;
    Eigen::Map<Part>(y.data() + i) = part;
  };
  Index i = 0;
  for (; i + at_a_time <= rows; i += at_a_time) sum(Eigen::Array<double, at_a_time, 1>(), i);
  for (; i < rows; ++i) sum(Eigen::Array<double, 1, 1>(), i);
}

bool Taylor::expand() {
  order_ = 0;
  noise_ = 0;
  coefficients_.col(0) = y_;
  const bool begun =
      (landing_.known && landing_.t == t_ && landing_.projected == y_) || begin(t_, y_);
  landing_.known = false;
  if (!begun) return false;
  is_regular_ = series_.is_regular();
  rank_ = series_.rank();
  ratio_ = series_.row_ratio(rank_);
  largest_ratio_ = std::max(largest_ratio_, ratio_);
  ++counters_.evaluations;
  finite_ = series_.expand(coefficients_);
  if (dynamics_.rows() > 0)
    drift_ = dynamics_.state().residuals(t_, y_.head(n_), y_.segment(n_, n_));
  return finite_ > 0;
}

// the largest coefficient of order k in units of what is allowed
double Taylor::term_size(int k) const {
  double largest = 0;
  for (Index i = 0; i < 2 * n_; ++i)
    largest = std::max(largest, std::fabs(coefficients_(i, k)) / scale(i));
  for (Index i = 2 * n_; i < 2 * n_ + works; ++i) {
    const double size = std::fabs(coefficients_(i, k)) / scale_of_work(coefficients_(i, 0));
    largest = std::max(largest, weight_of_works * size);
  }
  return largest;
}

/// The step at which the largest of the last three terms reaches the tolerance: single ones may
/// vanish by symmetry. Where the last coefficients are noise, as beside a singular position, a
/// series cut before them reaches further. One that ends early is cut where the first omitted term
/// would, if the terms known show the scale of time; the acceleration at the end then has the last
/// word.
double Taylor::choose_order() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  order_ = finite_;
  if (finite_ < fewest_terms) {
    double longest = infinity;
    for (int k = 1; k <= finite_; ++k) {
      const double size = term_size(k) * tolerance_;
      if (size > 0) longest = std::min(longest, std::pow(size, -1.0 / k));
    }
    return longest * std::pow(tolerance_, 1.0 / (finite_ + 1));
  }
  double reach[3] = {infinity, infinity, infinity};  // of the last three orders, as logarithms
  double longest = -infinity;
  for (int k = fewest_terms - 2; k <= finite_; ++k) {
    reach[k % 3] = -std::log(term_size(k)) / k;
    const double shortest = std::min({reach[0], reach[1], reach[2]});
    if (k >= fewest_terms && shortest >= longest) {
      longest = shortest;
      order_ = k;
    }
  }
  return std::exp(longest);
}

// how far the rows are from where an exact step would leave them, a row at unit length
double Taylor::residual_excess() {
  if (dynamics_.rows() == 0) return 0;
  const StateValues& here = dynamics_.solver().evaluate(landing_.t, q_, v_);
  if (!here.is_finite()) return std::numeric_limits<double>::infinity();
  const Residuals& now = dynamics_.state().residuals(landing_.t, q_, v_);
  double largest = 0;
  for (Index r = 0; r < now.position.size(); ++r) {
    double q_allowed = 0, v_allowed = 0;
    here.for_row(static_cast<std::size_t>(r), [&](std::size_t j, double entry) {
      const Index i = static_cast<Index>(j);
      q_allowed += std::fabs(entry) * scale(i);
      v_allowed += std::fabs(entry) * scale(n_ + i);
    });
    if (q_allowed == 0 || v_allowed == 0) continue;
    const double v_drift = std::fabs(drift_.velocity[r]);
    const double q_drift = std::fabs(drift_.position[r]) + h_ * v_drift;
    const double q_off = std::fabs(now.position[r]) - 2 * q_drift;
    const double v_off = std::fabs(now.velocity[r]) - 2 * v_drift;
    largest = std::max({largest, q_off / q_allowed, v_off / v_allowed});
  }
  return largest / largest_residual;
}

// what q̇ misses by if the acceleration there were not that of the series, in units of what is
// allowed
double Taylor::defect(double after, const Vector& acceleration) const {
  double largest = 0;
  for (Index j = 0; j < n_; ++j) {
    double slope = 0;
    for (int k = order_; k >= 1; --k) slope = slope * after + k * coefficients_(n_ + j, k);
    const double missed = h_ * std::fabs(slope - acceleration[j]);
    largest = std::max(largest, missed / scale(n_ + j));
  }
  return largest;
}

// the acceleration at the end against that of the series: a wrong estimate or a kink on the way
// shows here
double Taylor::defect_excess() const {
  const double noise = std::max(1.0, 0.1 / landing_.ratio);
  return defect(h_, series_.acceleration()) / (largest_defect * (order_ + 1) * noise);
}

/// Whether a hill lies within the step of which a series at its beginning knows nothing. Shorter
/// steps have their ends to meet it with.
bool Taylor::overlooks() {
  if (!is_regular_ || noise_ > 0 || h_ < long_step * longest_) return false;
  for (int i = 1; i < looks_within; ++i) {
    const double after = h_ * i / looks_within;
    evaluate_series(after, within_);
    slope_.resize(within_.size());
    if (dynamics_.differentiate(t_ + after, within_, slope_) == Dynamics::Road::none) {
      dynamics_.solver().forget_failure();
      continue;
    }
    if (defect(after, slope_.segment(n_, n_)) > overlooked_defect * (order_ + 1)) return true;
  }
  return false;
}

Taylor::StepQuality Taylor::land(double t) {
  landing_.known = false;
  landing_.t = t;
  landing_.ratio = 0;
  landing_.excess = 0;
  h_ = t - t_;
  evaluate_series(h_, landing_.y);
  if (!landing_.y.allFinite()) return StepQuality::not_defined;
  q_ = landing_.y.head(n_);
  v_ = landing_.y.segment(n_, n_);
  landing_.excess = residual_excess();
  if (!std::isfinite(landing_.excess)) return StepQuality::not_defined;
  if (landing_.excess > 1) return StepQuality::inaccurate;
  if (overlooks()) {
    landing_.excess = std::numeric_limits<double>::infinity();
    return StepQuality::inaccurate;
  }

  // what is clearly too near needs neither projection nor factors to be turned down
  const double part = order_ < series_.order() ? below : well_below;
  const double too_near = std::min(nearly_singular_below, part * ratio_);
  if (is_regular_ && rank_ > 0) {
    landing_.ratio = series_.quick_ratio(t, q_, v_);
    // at zero it may be M that is lost
    if (0 < landing_.ratio && landing_.ratio < 0.5 * too_near) return StepQuality::nearly_singular;
  }

  // as the state will be when the next step begins
  if (dynamics_.rows() > 0 && !manifold_.project(t, q_, v_)) return StepQuality::nearly_singular;
  landing_.projected = landing_.y;
  landing_.projected.head(n_) = q_;
  landing_.projected.segment(n_, n_) = v_;
  if (!series_.begin(t, q_, v_)) return StepQuality::not_defined;
  landing_.known = true;
  landing_.ratio = series_.row_ratio(rank_);
  if (landing_.ratio < too_near) return StepQuality::nearly_singular;
  landing_.excess = defect_excess();
  return landing_.excess > 1 ? StepQuality::inaccurate : StepQuality::good;
}

integrate::StepStatus Taylor::take_step(double t_end) {
  assert(t_end > t_);
  t_before_ = t_;
  h_ = 0;
  if (!expand()) {
    // so that the reason is known
    dynamics_.solver().accelerate(t_, y_.head(n_), y_.segment(n_, n_));
    return integrate::StepStatus::not_defined;
  }
  const double longest = safety * choose_order();
  double wish = wish_ > 0 ? std::min(longest, largest_growth * wish_) : longest;
  wish = std::min(wish, longest_);
  const double smallest = integrate::smallest_step(t_, t_end);
  wish = std::min(std::max(wish, smallest), t_end - t_);  // the rest may be shorter than any step

  bool meets_no_number = false;
  for (int attempt = 0;; ++attempt) {
    const double fitted = integrate::fit_step(wish, t_, t_end);
    const bool to_end = fitted == t_end - t_;
    const StepQuality quality = land(to_end ? t_end : t_ + fitted);
    if (quality == StepQuality::good || (quality == StepQuality::nearly_singular && to_end)) {
      wish_ = std::max(wish, h_);
      return accept(t_end);
    }
    if (quality == StepQuality::nearly_singular) {
      wish_ = wish;
      return look_around(t_end);
    }
    ++counters_.rejected;
    meets_no_number |= quality == StepQuality::not_defined;
    const double order = order_;
    const double shrunk = attempt == 0 && quality == StepQuality::inaccurate
                              ? std::clamp(0.9 * std::pow(landing_.excess, -1 / order), 0.3, 0.8)
                              : 0.5;
    wish = h_ * shrunk;
    if (!(wish >= smallest)) {
      order_ = 0;
      return meets_no_number ? integrate::StepStatus::not_defined
                             : integrate::StepStatus::too_small;
    }
  }
}

/// The end of the step is nearly singular. If it lies beyond the singular position it is good
/// enough: the next steps lead away. Before it, some other ends are tried and the best is taken,
/// once, so that the next step passes over the position; to shrink on and on would creep up to it.
integrate::StepStatus Taylor::look_around(double t_end) {
  const double h = h_, ratio = landing_.ratio;
  double best_t = landing_.t, best_ratio = ratio;
  for (const double factor : shorter) {
    const StepQuality quality = land(t_ + factor * h);
    if (quality == StepQuality::inaccurate || quality == StepQuality::not_defined) continue;
    if (factor == shorter[0]) {
      if (landing_.ratio < ratio && ratio >= just_beyond) break;
      if (pass_over(t_end)) return accept(t_end);
      land(t_ + factor * h);
    }
    if (landing_.ratio <= best_ratio) continue;
    best_ratio = landing_.ratio;
    best_t = landing_.t;
  }
  land(best_t);
  return accept(t_end);
}

/// What is zero but for rounding, as what would lead to another branch, is noise that grows beside
/// the position. It may be as wrong as the rest of its block: beyond the position the projection
/// brings it back.
void Taylor::widen_sizes() {
  const NaturalSizes& sizes = dynamics_.sizes();
  wide_sizes_ = Eigen::Map<const Vector>(sizes.data(), 2 * n_);
  for (const CoordinateBlock& block : sizes.blocks())
    for (const Index first : {Index{0}, n_}) {
      double largest = 0;
      for (const std::size_t j : block)
        largest = std::max(largest, sizes.roots()[j] * wide_sizes_[first + static_cast<Index>(j)]);
      for (const std::size_t j : block)
        if (sizes.roots()[j] > 0)
          wide_sizes_[first + static_cast<Index>(j)] = largest / sizes.roots()[j];
    }
}

/// A step that ends beyond the singular position, with the smallest tolerance that lets it:
/// rounding may leave less than was asked for.
bool Taylor::pass_over(double t_end) {
  widen_sizes();
  const auto passes = [&](double h) {
    const StepQuality quality = land(t_ + h);
    return quality == StepQuality::good || quality == StepQuality::nearly_singular;
  };
  const int order = order_;
  const double most = std::min(rounding / (ratio_ * ratio_), most_noise);
  // noise raises the smallest ratios, also before the position
  const double beyond = std::max(just_beyond, clearly_beyond * ratio_);
  double tried = h_;
  // a tolerance that is looser than any noise lets the step pass with the widened sizes alone
  for (noise_ = std::min(tolerance_, most); noise_ < 2 * most; noise_ *= 2) {
    const double h = std::min(choose_order(), largest_growth * wish_);
    if (t_ + h >= t_end) break;
    if (h < 1.05 * tried) continue;
    tried = h;
    if (!passes(shorter[0] * h)) continue;
    const double before = landing_.ratio;
    if (passes(h) && landing_.ratio > before && landing_.ratio >= beyond) return true;
  }
  noise_ = 0;
  order_ = order;
  return false;
}

integrate::StepStatus Taylor::accept(double t_end) {
  const bool approaches = landing_.ratio < ratio_;
  if (approaches && landing_.ratio < lost_below * largest_ratio_ && landing_.t < t_end) {
    order_ = 0;
    return integrate::StepStatus::singular;
  }
  t_ = landing_.t;
  y_ = landing_.y;
  ++counters_.steps;
  return integrate::StepStatus::advanced;
}

}  // namespace

bool taylor_applies(const Equations& equations) {
  std::vector<NodeId> law;
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) law.push_back(term.formula);
  const std::vector<NodeId> used = reachable(equations.graph(), law);
  return std::none_of(equations.rows.begin(), equations.rows.end(), [&](const EquationRow& row) {
    return std::binary_search(used.begin(), used.end(), row.total);
  });
}

std::unique_ptr<integrate::Integrator> make_taylor(Dynamics& dynamics, double tolerance,
                                                   double rank_tolerance) {
  return std::make_unique<Taylor>(dynamics, tolerance, rank_tolerance);
}

}  // namespace alembert
