#include "motion/gradient_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "dynamics/sizes_beside.hpp"
#include "numeric/golden_section.hpp"
#include "numeric/kkt_factors.hpp"

namespace alembert {

using numeric::Index;

namespace {

// a gradient that stays above this part of its largest value in the step is not looked at closer …
constexpr double may_vanish = 0.5;
// … and one that falls below this part, or below so many tolerances, counts as lost
constexpr double smallest_part = 1e-6, tolerances = 1e3;

// states around the start, this far away in units of what is there; a gradient that varies by less
// than this factor among them is not watched
constexpr int looks = 64;
constexpr double away = 3, varies = 10;

}  // namespace

GradientWatch::GradientWatch(Dynamics& dynamics, double tolerance)
    : dynamics_(dynamics), lost_(std::max(smallest_part, tolerances * tolerance)) {}

void GradientWatch::begin(double t, const numeric::Vector& q, const numeric::Vector& v) {
  watched_.clear();
  std::vector<std::size_t> linear;
  const std::vector<EquationRow>& rows = dynamics_.equations().rows;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].level == Level::velocity)
      (rows[r].classification.form == VelocityForm::nonlinear ? watched_ : linear).push_back(r);
  if (linear.empty()) return;

  const numeric::Vector sizes = sizes_beside(
      dynamics_.equations().solved_M(), dynamics_.equations().A, q, dynamics_.solver().inertia());
  std::vector<double> shortest(linear.size(), std::numeric_limits<double>::infinity());
  std::vector<double> longest(linear.size(), 0);
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> part(-away, away);
  for (int look = 0; look < looks; ++look) {
    numeric::Vector there = q;
    for (Index j = 0; j < q.size(); ++j) there[j] += part(random) * sizes[j];
    const StateValues& values = dynamics_.solver().evaluate(t, there, v);
    if (!values.is_finite()) continue;
    for (std::size_t k = 0; k < linear.size(); ++k) {
      shortest[k] = std::min(shortest[k], length(values, linear[k]));
      longest[k] = std::max(longest[k], length(values, linear[k]));
    }
  }
  dynamics_.solver().forget_failure();
  for (std::size_t k = 0; k < linear.size(); ++k)
    if (varies * shortest[k] < longest[k]) watched_.push_back(linear[k]);
}

/// Of a gradient, in units in which all inertias are one.
double GradientWatch::length(const StateValues& here, std::size_t row) const {
  double square = 0;
  here.for_row(row, [&](std::size_t j, double entry) {
    const double inertia = dynamics_.solver().inertia()[static_cast<Index>(j)];
    if (inertia > 0) square += entry * entry / inertia;
  });
  return std::sqrt(square);
}

bool GradientWatch::follows_from_others(const StateValues& here, std::size_t row,
                                        Index rank) const {
  numeric::Matrix A = here.A();
  A.row(static_cast<Index>(row)).setZero();
  return numeric::KktFactors(here.M(), A).rank().value >= rank;
}

std::optional<LostGradient> GradientWatch::within_last_step(integrate::Integrator& integrator,
                                                            Index rank) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  numeric::Vector y = integrator.y();
  constexpr int pieces = 8;
  const double t0 = integrator.t_before(), t1 = integrator.t(), h = (t1 - t0) / pieces;
  for (const std::size_t row : watched_) {
    const auto values_at = [&](double t) -> const StateValues& {
      integrator.interpolate(t, y);
      return dynamics_.solver().evaluate(t, y.head(n), y.segment(n, n));
    };
    const auto gradient = [&](double t) { return length(values_at(t), row); };
    double largest = 0, smallest = std::numeric_limits<double>::infinity();
    int best = 0;
    for (int i = 0; i <= pieces; ++i) {
      const double size = gradient(i == pieces ? t1 : t0 + i * h);
      largest = std::max(largest, size);
      if (size < smallest) {
        smallest = size;
        best = i;
      }
    }
    if (smallest > may_vanish * largest) continue;
    const double left = t0 + std::max(0, best - 1) * h;
    const double right = best + 1 >= pieces ? t1 : t0 + (best + 1) * h;
    const Minimum minimum = golden_section(gradient, left, right, 0);
    const double natural = dynamics_.solver().row_lengths()[static_cast<Index>(row)];
    if (minimum.value > lost_ * std::max(largest, natural)) continue;
    if (follows_from_others(values_at(minimum.at), row, rank)) continue;
    return LostGradient{std::max(t0, minimum.at - 1e-6 * h), dynamics_.equations().rows[row].name};
  }
  return std::nullopt;
}

}  // namespace alembert
