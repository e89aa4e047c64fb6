#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/gauss_tableau.hpp"
#include "motion/integrator.hpp"
#include "motion/step_size.hpp"

namespace alembert {
namespace {

using numeric::Index;
using numeric::Vector;

using namespace gauss;
using Stages = std::array<Vector, stages>;

enum class Solved { yes, not_defined, not_converging };

/// Collocation at Gauss's nodes: the polynomial u of degree 4 with u′ = f at them. The equations
/// k_i = f(t + c_i h, y + h Σ a_ij k_j) are solved by iteration down to rounding, for otherwise the method
/// would be neither symmetric nor symplectic.
class Gauss final : public Integrator {
 public:
  Gauss(Flow& flow, double tolerance)
      : flow_(flow), tolerance_(std::max(tolerance, smallest_tolerance)) {}

  void start(double t, const Vector& y, double step_guess) override;
  StepStatus step(double t_end) override;

  void correct(const Vector& y) override {
    if (y == y_) return;
    y_ = y;
    lost_.setZero();
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

  bool know_first();
  bool know_end();
  void guess(double h);
  Solved solve(double t, double h, const Vector& y, Stages& k);
  double roughness(double h) const;
  double local_error(double h);
  double judge(double h, bool to_end);
  void advance(double landing);
  void know_dense();
  void set_dense();
  void dense_at(double x, Vector& y) const;
  const Vector& slope(std::size_t node) const {
    return node == 0 ? first_ : node == dense_count - 1 ? end_ : dense_k_[node - 1];
  }

  Flow& flow_;
  double tolerance_;
  IntegratorCounters counters_;

  double t_ = 0, t_before_ = 0;
  double h_ = 0;         // of the last step
  double constant_ = 0;  // the step to be kept
  bool found_ = false;   // it is settled
  bool given_ = false;   // it came from outside: not to be lengthened
  int lengthened_ = 0;   // how often, in search of it
  double rough_ = 0;    // largest roughness for which the error was found small enough; 0: none yet
  double noise_ = 0;    // largest of the last sweep
  Vector before_;       // y at t_before_
  Vector landed_;       // y at t_ as the step found it
  Vector y_;            // y at t_, corrected
  Vector lost_;         // what rounding has taken from y_, given back with the next step
  Vector first_, end_;  // y′ at (t_before_, before_) and at (t_, landed_)
  Stages k_;            // y′ at the nodes of the last step
  Stages half_k_;       // and of a half step that measures its error
  Stages dense_k_;      // and on the dense output itself
  double k_length_ = 0;  // the step to which k_ belongs; 0: none
  std::array<Vector, dense_count> dense_;
  Vector half_y_, increment_;
  StepWorkspace workspace_;
  bool corrected_ = false;
  bool first_known_ = false;  // first_ belongs to (t_, y_)
  bool end_known_ = false;    // end_ belongs to (t_, landed_)
  bool dense_known_ = false;
};

void Gauss::start(double t, const Vector& y, double step_guess) {
  const auto n = static_cast<Index>(flow_.size());
  assert(y.size() == n);
  for (Stages* k : {&k_, &half_k_, &dense_k_})
    for (Vector& v : *k) v.resize(n);
  for (Vector& v : dense_) v.resize(n);
  for (Vector* v : {&first_, &end_, &half_y_, &increment_, &workspace_.y, &workspace_.dy})
    v->resize(n);
  lost_ = Vector::Zero(n);
  t_ = t_before_ = t;
  y_ = before_ = landed_ = y;
  h_ = k_length_ = 0;
  constant_ = std::max(step_guess, 0.0);
  given_ = constant_ > 0;
  found_ = false;
  rough_ = 0;
  corrected_ = first_known_ = end_known_ = dense_known_ = false;
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

bool Gauss::know_end() {
  if (end_known_) return true;
  return end_known_ = evaluate(t_, landed_, end_);
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
        change =
            std::max(change, h * std::abs(workspace_.dy[at] - k[i][at]) / (1 + std::abs(y[at])));
      std::swap(k[i], workspace_.dy);
    }
    if (change == 0) return Solved::yes;
    const bool small = change < 100 * epsilon + 10 * h * noise_;
    // the next change would be lost in rounding, or is already nothing else
    const double contraction = change / change_before;
    if (small && (contraction >= 1 || contraction * change < 0.02 * epsilon)) return Solved::yes;
    if (!small && sweep > 2 && contraction >= 1) return Solved::not_converging;
    if (!std::isfinite(change)) return Solved::not_converging;
    change_before = change;
  }
  return Solved::not_converging;
}

/// How much the slopes differ from a polynomial of degree 3, relative to what is allowed: costs nothing, and
/// grows where the step becomes too long.
double Gauss::roughness(double h) const {
  // of the fourth difference
  static constexpr auto weights = [] {
    std::array<double, stages + 1> result{};
    for (std::size_t j = 0; j <= stages; ++j) {
      result[j] = 1;
      for (std::size_t i = 0; i <= stages; ++i)
        if (i != j) result[j] /= dense_nodes[j] - dense_nodes[i];
    }
    return result;
  }();
  const auto n = static_cast<Index>(flow_.controlled());
  double square = 0;
  for (Index at = 0; at < n; ++at) {
    double sum = weights[0] * first_[at];
    for (std::size_t j = 0; j < stages; ++j) sum += weights[j + 1] * k_[j][at];
    sum *= h / (allowed_error(tolerance_, y_[at], y_[at]) + 1000 * h * noise_);
    square += sum * sum;
  }
  return std::sqrt(square);
}

/// The error of the step h that k_ has made, relative to what is allowed, by two steps of half the length.
/// Infinite when they have no solution.
double Gauss::local_error(double h) {
  constexpr std::array<double, stages> nodes{c[0], c[1], c[2], c[3]};
  half_y_ = y_;
  for (const double begin : {0.0, 0.5}) {
    for (std::size_t i = 0; i < stages; ++i) {
      half_k_[i].setZero();
      for (std::size_t j = 0; j < stages; ++j)
        half_k_[i] += lagrange(nodes, j, begin + c[i] / 2) * k_[j];
    }
    if (solve(t_ + begin * h, h / 2, half_y_, half_k_) != Solved::yes)
      return std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < stages; ++i) half_y_ += h / 2 * b[i] * half_k_[i];
  }
  const auto n = static_cast<Index>(flow_.controlled());
  double square = 0;
  for (Index at = 0; at < n; ++at) {
    double full = 0;
    for (std::size_t i = 0; i < stages; ++i) full += b[i] * k_[i][at];
    const double error = (y_[at] + h * full - half_y_[at]) /
                         (allowed_error(tolerance_, y_[at], half_y_[at]) + 10 * h * noise_);
    square += error * error;
  }
  return std::sqrt(square / static_cast<double>(std::max<Index>(n, 1)));
}

/// 1 when the step h that k_ has made may be kept, otherwise by how much its length should change.
double Gauss::judge(double h, bool to_end) {
  const double rough = roughness(h);
  if (found_ && rough <= 2 * rough_) return 1;

  // the way is rougher than where the step was chosen: measure its error
  const double error = local_error(h);
  const double wanted = std::pow(0.5 / std::max(error, 1e-30), 1.0 / 9);
  if (!(error <= (found_ ? 10 : 1))) return std::clamp(wanted, 0.1, 0.9);
  if (error < 0.1 && lengthened_ < 20 && !found_ && !given_ && !to_end) {
    ++lengthened_;
    return std::clamp(wanted, 1.1, 6.0);
  }
  rough_ = rough;
  // a step cut short by the end does not settle the length of those to come
  found_ = found_ || given_ || !to_end;
  return 1;
}

StepStatus Gauss::step(double t_end) {
  assert(t_end > t_);
  // from here on the step before is forgotten
  const bool known = know_first();
  t_before_ = t_;
  before_ = landed_ = y_;
  h_ = 0;
  corrected_ = end_known_ = dense_known_ = false;
  if (!known) return StepStatus::not_defined;

  // the step is to be kept, so it must also reach the end in a number of steps that can be done
  const double rest = t_end - t_, smallest = std::max(smallest_step(t_, t_end), 1e-9 * rest);
  if (constant_ == 0) {
    constant_ = first_step(flow_, t_, y_, first_, tolerance_, rest, workspace_);
    ++counters_.evaluations;
  }
  constant_ = std::max(constant_, smallest);
  lengthened_ = 0;
  for (;;) {
    const bool to_end = constant_ * (1 + 1e-8) >= rest;
    const double landing = to_end ? t_end : t_ + constant_;
    const double h = landing - t_;
    guess(h);
    const Solved solved = solve(t_, h, y_, k_);
    const double factor = solved == Solved::yes ? judge(h, to_end) : 0.5;
    if (factor == 1) {
      advance(landing);
      return StepStatus::advanced;
    }

    // another length, for this step and all that follow
    constant_ = h * factor;
    k_length_ = rough_ = 0;
    if (factor < 1) ++counters_.rejected;
    if (constant_ < smallest) {
      return solved == Solved::yes           ? StepStatus::too_small
             : solved == Solved::not_defined ? StepStatus::not_defined
                                             : StepStatus::not_converging;
    }
  }
}

void Gauss::advance(double landing) {
  h_ = k_length_ = landing - t_;
  // compensated summation: over many small steps the rounding of y would grow
  increment_ = h_ * ((b[0] * k_[0] + b[3] * k_[3]) + (b[1] * k_[1] + b[2] * k_[2])) + lost_;
  landed_ = y_ + increment_;
  lost_ = increment_ - (landed_ - y_);
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

/// The collocation polynomial has an error of order h⁵ inside the step. The slopes at the ends make it h⁶, and
/// new slopes at the nodes, on that polynomial, h⁷: dense output of order 6.
void Gauss::know_dense() {
  for (std::size_t i = 0; i < stages; ++i) dense_k_[i] = k_[i];
  if (!know_end()) {
    // at the border of the domain: the slope that the others suggest
    constexpr std::array<double, stages> nodes{c[0], c[1], c[2], c[3]};
    end_.setZero();
    for (std::size_t j = 0; j < stages; ++j) end_ += lagrange(nodes, j, 1.0) * k_[j];
  }
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

std::unique_ptr<Integrator> make_gauss(Flow& flow, double tolerance) {
  return std::make_unique<Gauss>(flow, tolerance);
}

}  // namespace alembert
