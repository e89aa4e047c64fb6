#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "integrate/gauss_tableau.hpp"
#include "integrate/integrator.hpp"
#include "integrate/kept_length.hpp"
#include "integrate/noted_evaluation.hpp"
#include "integrate/step_size.hpp"

namespace alembert::integrate {
namespace {

using numeric::Index;
using numeric::Vector;

using namespace gauss;
using Stages = std::array<Vector, stages>;

enum class Solved { yes, not_defined, not_converging };

/// Collocation at Gauss's nodes: the polynomial u of degree 4 with u′ = f at them. The equations
/// k_i = f(t + c_i h, y + h Σ a_ij k_j) are solved by iteration down to rounding, for otherwise the
/// method would be neither symmetric nor symplectic. For the same reason the length of its steps is
/// kept (KeptLength).
class Gauss final : public Integrator {
 public:
  Gauss(Flow& flow, double tolerance, const Projection& projection)
      : flow_(flow), tolerance_(std::max(tolerance, smallest_tolerance)), projection_(projection) {}

  void start(double t, const Vector& y, double step_guess) override;
  StepReport step(double t_end) override {
    met_ = {};
    return {take_step(t_end), met_};
  }
  void limit_steps(double longest) override { length_.limit(longest); }

  void correct(const Vector& y) override;

  double t() const override { return t_; }
  double t_before() const override { return t_before_; }
  const Vector& y() const override { return y_; }
  void interpolate(double t, Vector& y) override;
  const IntegratorCounters& counters() const override { return counters_; }

 private:
  bool evaluate(double t, const Vector& y, Vector& dy) {
    ++counters_.evaluations;
    return evaluate_and_note(flow_, t, y, dy, met_);
  }

  /// The natural size of a component that changes by so much.
  double size_of(Index at, double change) const {
    return std::max(flow_.sizes()[at], std::abs(change));
  }
  /// What may be wrong with it; not less than so many times what rounding does to f.
  double allowed(Index at, double change, double noises = 0) const {
    return allowed_error(tolerance_ + noises * noise_, flow_.sizes()[at], change);
  }

  StepStatus take_step(double t_end);
  bool know_first();
  void guess(double h);
  Solved solve(double t, double h, const Vector& y, Stages& k);
  Solved solve_step(double h);
  bool normal_part(double t, const Vector& at, const Vector& of, Vector& part);
  bool improve_push(double h);
  void land(double h);
  double roughness(const Vector& first, const Stages& k, const Vector& last, double h) const;
  KeptLength::Measure measure(double h);
  void advance(double landing);
  void know_dense();
  void set_dense();
  void dense_at(double x, Vector& y) const;
  const Vector& slope(std::size_t node) const {
    return node == 0 ? first_ : node == dense_count - 1 ? end_ : dense_k_[node - 1];
  }

  Flow& flow_;
  double tolerance_;
  Projection projection_;  // may be empty
  IntegratorCounters counters_;
  ConditionRange met_;  // in the last step

  double t_ = 0, t_before_ = 0;
  double h_ = 0;  // of the last step
  KeptLength length_;
  double noise_ = 0;     // largest of the last sweep
  Vector before_;        // y at t_before_
  Vector landed_;        // y at t_ as the step found it
  Vector y_;             // y at t_, corrected
  Vector lost_;          // what rounding has taken from y_, given back with the next step
  Vector first_, end_;   // y′ at (t_before_, before_) and at (t_, landed_)
  Stages k_;             // y′ at the nodes of the last step
  Stages half_k_;        // and of a half step that measures its error
  Stages dense_k_;       // and on the dense output itself
  double k_length_ = 0;  // the step to which k_ belongs; 0: none
  std::array<Vector, dense_count> dense_;
  Vector push_;   // off the constraints before a step and onto them after it
  Vector begin_;  // y_ with its part of the push
  Vector arrived_, projected_, middle_, part_, probe_;
  Vector half_y_, half_first_, half_end_, increment_, lost_next_;
  StepWorkspace workspace_;
  bool corrected_ = false;
  bool first_known_ = false;  // first_ belongs to (t_, y_)
  bool end_known_ = false;    // end_ belongs to (t_, landed_), and is not merely a guess
  bool dense_known_ = false;
};

void Gauss::start(double t, const Vector& y, double step_guess) {
  const auto n = static_cast<Index>(flow_.size());
  assert(y.size() == n);
  for (Stages* k : {&k_, &half_k_, &dense_k_})
    for (Vector& v : *k) v.resize(n);
  for (Vector& v : dense_) v.resize(n);
  for (Vector* v :
       {&first_, &end_, &half_y_, &half_first_, &half_end_, &increment_, &lost_next_, &begin_,
        &arrived_, &projected_, &middle_, &part_, &probe_, &workspace_.y, &workspace_.dy})
    v->resize(n);
  lost_ = push_ = Vector::Zero(n);
  t_ = t_before_ = t;
  y_ = before_ = landed_ = y;
  h_ = k_length_ = 0;
  length_.start(step_guess);
  corrected_ = first_known_ = end_known_ = dense_known_ = false;
}

/// Corrections within the tolerance are left to the projection that is part of the step.
void Gauss::correct(const Vector& y) {
  double largest = 0;
  for (Index i = 0, n = static_cast<Index>(flow_.controlled()); i < n; ++i)
    largest = std::max(largest, std::abs(y[i] - y_[i]) / allowed(i, 0));
  if (y == y_ || (projection_ && largest <= 1)) return;
  y_ = y;
  lost_.setZero();
  corrected_ = true;
  first_known_ = false;
}

bool Gauss::know_first() {
  if (first_known_) return true;
  if (end_known_ && !corrected_) {
    std::swap(first_, end_);
    end_known_ = false;
    return first_known_ = true;
  }
  return first_known_ = evaluate(t_, y_, first_);
}

/// Slopes for the step h from those of the last step and the slope between the two.
void Gauss::guess(double h) {
  if (k_length_ == 0) {
    for (Vector& k : k_) k = first_;
    return;
  }
  constexpr std::array<double, stages + 1> nodes{c[0], c[1], c[2], c[3], 1};
  double weights[stages][stages + 1];
  for (std::size_t i = 0; i < stages; ++i)
    for (std::size_t j = 0; j <= stages; ++j)
      weights[i][j] = lagrange(nodes, j, 1 + c[i] * h / k_length_);
  for (Index at = 0, n = y_.size(); at < n; ++at) {
    const double old[] = {k_[0][at], k_[1][at], k_[2][at], k_[3][at], first_[at]};
    for (std::size_t i = 0; i < stages; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j <= stages; ++j) sum += weights[i][j] * old[j];
      k_[i][at] = sum;
    }
  }
}

/// Improves the slopes k of a step from (t, y) until they change no more.
Solved Gauss::solve(double t, double h, const Vector& y, Stages& k) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const auto controlled = static_cast<Index>(flow_.controlled());
  double change_before = std::numeric_limits<double>::infinity();
  for (int sweep = 0; sweep < 60; ++sweep) {
    double change = 0;
    noise_ = 0;
    for (std::size_t i = 0; i < stages; ++i) {
      workspace_.y = y + h * (a[i][0] * k[0] + a[i][1] * k[1] + a[i][2] * k[2] + a[i][3] * k[3]);
      if (!evaluate(t + c[i] * h, workspace_.y, workspace_.dy)) return Solved::not_defined;
      noise_ = std::max(noise_, flow_.noise());
      for (Index at = 0; at < controlled; ++at)
        change = std::max(change, h * std::abs(workspace_.dy[at] - k[i][at]) / size_of(at, y[at]));
      std::swap(k[i], workspace_.dy);
    }
    if (change == 0) return Solved::yes;
    const bool small = change < 100 * epsilon + 10 * noise_;
    // the next change would be lost in rounding, or is already nothing else
    const double contraction = change / change_before;
    if (small && (contraction >= 1 || contraction * change < 0.02 * epsilon)) return Solved::yes;
    if (!small && sweep > 2 && contraction >= 1) return Solved::not_converging;
    if (!std::isfinite(change)) return Solved::not_converging;
    change_before = change;
  }
  return Solved::not_converging;
}

/// The part of a small vector across the constraints at a state on them, as the projection sees it.
bool Gauss::normal_part(double t, const Vector& at, const Vector& of, Vector& part) {
  probe_ = at + of;
  if (!projection_(t, probe_, part)) return false;
  part = probe_ - part;
  return true;
}

/// Symmetric projection (Hairer, Lubich and Wanner, V.4.1): the step begins off the constraints by
/// a push and ends by the same push, each time the part of it across the constraints. Of the step
/// backwards the same is true, so that the method stays symmetric; a projection after the step
/// alone would take energy from the motion, or give it.
Solved Gauss::solve_step(double h) {
  constexpr int rounds = 12;
  begin_ = y_;
  if (projection_ && normal_part(t_, y_, push_, part_)) begin_ += part_;
  for (int round = 1;; ++round) {
    const Solved solved = solve(t_, h, begin_, k_);
    if (solved != Solved::yes || !projection_) return solved;
    arrived_ = begin_ + h * ((b[0] * k_[0] + b[3] * k_[3]) + (b[1] * k_[1] + b[2] * k_[2]));
    if (!projection_(t_ + h, arrived_, projected_)) return Solved::not_converging;
    if (!improve_push(h)) return solved;
    if (round == rounds) {
      // it does not settle: the next step begins without a guess of it
      push_.setZero();
      return solved;
    }
  }
}

/// Makes the push that of the last projection, seen from the middle of the step. False where it
/// cannot be, or need not be, improved.
bool Gauss::improve_push(double h) {
  // the collocation polynomial half way
  static const std::array<double, stages> half = [] {
    std::array<double, stages> result{};
    for (std::size_t j = 0; j < stages; ++j)
      for (std::size_t i = 0; i < stages; ++i)
        result[j] +=
            b[i] / 2 * lagrange(std::array<double, stages>{c[0], c[1], c[2], c[3]}, j, c[i] / 2);
    return result;
  }();
  const double t_middle = t_ + h / 2;
  probe_ = begin_;
  for (std::size_t j = 0; j < stages; ++j) probe_ += h * half[j] * k_[j];
  if (!projection_(t_middle, probe_, middle_)) return false;
  // what the push lacks at the end; half of it, for the step carries the push at its begin there
  // too
  if (!normal_part(t_ + h, projected_, push_, part_)) return false;
  increment_ = push_ + (projected_ - arrived_ - part_) / 2;
  if (!normal_part(t_middle, middle_, increment_, part_)) return false;
  const double change = (part_ - push_).lpNorm<Eigen::Infinity>();
  push_ = part_;
  const double size = push_.lpNorm<Eigen::Infinity>();
  // nothing is left of it but the rounding of y
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * y_.lpNorm<Eigen::Infinity>();
  if (change <= std::max(1e-6 * size, rounding) || !normal_part(t_, y_, push_, part_)) return false;
  begin_ = y_ + part_;
  return true;
}

/// How far the slopes of a step are from a polynomial of degree 4, times h and relative to what is
/// allowed. Costs nothing, grows where the step becomes too long, and is about h times the jump
/// where f jumps.
double Gauss::roughness(const Vector& first, const Stages& k, const Vector& last, double h) const {
  // of the fifth difference, so that a jump of 1 gives at most 1
  static constexpr auto weights = [] {
    std::array<double, dense_count> result{};
    double sum = 0;
    for (std::size_t j = 0; j < dense_count; ++j) {
      result[j] = 1;
      for (std::size_t i = 0; i < dense_count; ++i)
        if (i != j) result[j] /= dense_nodes[j] - dense_nodes[i];
      sum += result[j] < 0 ? -result[j] : result[j];
    }
    for (double& weight : result) weight *= 2 / sum;
    return result;
  }();
  const auto n = static_cast<Index>(flow_.controlled());
  double square = 0;
  for (Index at = 0; at < n; ++at) {
    double sum = weights[0] * first[at] + weights[stages + 1] * last[at];
    for (std::size_t j = 0; j < stages; ++j) sum += weights[j + 1] * k[j][at];
    sum *= h / allowed(at, h * first[at], 1000);
    square += sum * sum;
  }
  return std::sqrt(square);
}

/// The error of the step h that k_ has made, by two steps of half the length. Infinite when they
/// have no solution.
KeptLength::Measure Gauss::measure(double h) {
  constexpr KeptLength::Measure unknown{std::numeric_limits<double>::infinity(), false};
  constexpr std::array<double, stages> nodes{c[0], c[1], c[2], c[3]};
  half_y_ = begin_;
  half_first_ = first_;
  double rough = 0;
  for (const double begin : {0.0, 0.5}) {
    for (std::size_t i = 0; i < stages; ++i) {
      half_k_[i].setZero();
      for (std::size_t j = 0; j < stages; ++j)
        half_k_[i] += lagrange(nodes, j, begin + c[i] / 2) * k_[j];
    }
    if (solve(t_ + begin * h, h / 2, half_y_, half_k_) != Solved::yes) return unknown;
    for (std::size_t i = 0; i < stages; ++i) half_y_ += h / 2 * b[i] * half_k_[i];
    if (!evaluate(t_ + (begin + 0.5) * h, half_y_, half_end_)) return unknown;
    rough = std::max(rough, roughness(half_first_, half_k_, half_end_, h / 2));
    std::swap(half_first_, half_end_);
  }
  const auto n = static_cast<Index>(flow_.controlled());
  double square = 0;
  for (Index at = 0; at < n; ++at) {
    double full = 0;
    for (std::size_t i = 0; i < stages; ++i) full += b[i] * k_[i][at];
    const double error = (y_[at] + h * full - half_y_[at]) / allowed(at, half_y_[at] - y_[at], 10);
    square += error * error;
  }
  const double error = std::sqrt(square / static_cast<double>(std::max<Index>(n, 1)));
  // A smooth way is 64 times as smooth for half a step, a jump is half as large. It may hide from
  // both lengths behind their last nodes; that is as bad as it can be.
  constexpr double negligible = 0.01;
  const bool smooth = rough <= std::max(negligible, roughness(first_, k_, end_, h) / 4);
  return {smooth ? error : std::max(error, rough), smooth};
}

StepStatus Gauss::take_step(double t_end) {
  assert(t_end > t_);
  // from here on the step before is forgotten
  const bool known = know_first();
  t_before_ = t_;
  before_ = landed_ = y_;
  h_ = 0;
  corrected_ = end_known_ = dense_known_ = false;
  if (!known) return StepStatus::not_defined;

  const double rest = t_end - t_, smallest = smallest_step(t_, t_end);
  // the step is to be kept, so it must also reach the end in a number of steps that can be done
  const double smallest_kept = std::max(smallest, 1e-9 * rest);
  if (!length_.is_known()) {
    length_.guess(first_step(flow_, t_, y_, first_, tolerance_, rest, workspace_));
    ++counters_.evaluations;
  }
  length_.begin_step(smallest_kept);
  if (length_.chatters(t_, smallest_kept)) return StepStatus::not_converging;
  for (;;) {
    const bool to_end = length_.of_step() * (1 + 1e-8) >= rest;
    const double landing = to_end ? t_end : t_ + length_.of_step();
    const double h = landing - t_;
    guess(h);
    const Solved solved = solve_step(h);
    KeptLength::Judgement judgement{false, 0.5, false};
    if (solved == Solved::yes) {
      land(h);
      judgement =
          length_.judge(h, to_end, roughness(first_, k_, end_, h), [&] { return measure(h); });
    }
    if (judgement.keep) {
      advance(landing);
      length_.recover(t_, h);
      return StepStatus::advanced;
    }
    if (judgement.factor < 1) ++counters_.rejected;
    k_length_ = 0;
    if (!length_.change(t_, h, judgement, smallest, smallest_kept)) {
      landed_ = y_;
      end_known_ = false;
      return solved == Solved::yes           ? StepStatus::too_small
             : solved == Solved::not_defined ? StepStatus::not_defined
                                             : StepStatus::not_converging;
    }
  }
}

/// Where the step h leads, and the slope there.
void Gauss::land(double h) {
  if (projection_) {
    landed_ = projected_;
  } else {
    // compensated summation: over many small steps the rounding of y would grow
    increment_ = h * ((b[0] * k_[0] + b[3] * k_[3]) + (b[1] * k_[1] + b[2] * k_[2])) + lost_;
    landed_ = y_ + increment_;
    lost_next_ = increment_ - (landed_ - y_);
  }
  end_known_ = evaluate(t_ + h, landed_, end_);
  if (end_known_) return;
  // at the border of the domain: the slope that the others suggest
  constexpr std::array<double, stages> nodes{c[0], c[1], c[2], c[3]};
  end_.setZero();
  for (std::size_t j = 0; j < stages; ++j) end_ += lagrange(nodes, j, 1.0) * k_[j];
}

void Gauss::advance(double landing) {
  h_ = k_length_ = landing - t_;
  if (!projection_) lost_ = lost_next_;
  y_ = landed_;
  t_ = landing;
  first_known_ = false;
  ++counters_.steps;
}

/// The coefficients of the polynomial of degree 6 through the slopes at both ends and at the nodes.
void Gauss::set_dense() {
  for (std::size_t m = 0; m < dense_count; ++m) {
    dense_[m].setZero();
    for (std::size_t j = 0; j < dense_count; ++j)
      dense_[m] += h_ * dense_basis.integral[j][m] * slope(j);
  }
  // it ends at the new y
  increment_ = landed_ - before_;
  for (const Vector& term : dense_) increment_ -= term;
  dense_[1] += 3 * increment_;
  dense_[2] -= 2 * increment_;
}

void Gauss::dense_at(double x, Vector& y) const {
  for (Index at = 0; at < y.size(); ++at) {
    double sum = dense_[dense_count - 1][at];
    for (std::size_t m = dense_count - 1; m-- > 0;) sum = dense_[m][at] + x * sum;
    y[at] = before_[at] + x * sum;
  }
}

/// The collocation polynomial has an error of order h⁵ inside the step. The slopes at the ends make
/// it h⁶, and new slopes at the nodes, on that polynomial, h⁷: dense output of order 6.
void Gauss::know_dense() {
  for (std::size_t i = 0; i < stages; ++i) dense_k_[i] = k_[i];
  set_dense();
  bool defined = true;
  for (std::size_t i = 0; i < stages && defined; ++i) {
    dense_at(c[i], workspace_.y);
    defined = evaluate(t_before_ + c[i] * h_, workspace_.y, dense_k_[i]);
  }
  if (defined) set_dense();
  dense_known_ = true;
}

void Gauss::interpolate(double t, Vector& y) {
  assert(t_before_ <= t && t <= t_);
  y.resize(landed_.size());
  if (t == t_) {
    y = landed_;
    return;
  }
  if (!dense_known_) know_dense();
  dense_at((t - t_before_) / h_, y);
}

}  // namespace

std::unique_ptr<Integrator> make_gauss(Flow& flow, double tolerance, const Projection& projection) {
  return std::make_unique<Gauss>(flow, tolerance, projection);
}

}  // namespace alembert::integrate
