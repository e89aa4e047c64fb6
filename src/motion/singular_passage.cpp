#include "motion/singular_passage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "integrate/condition_range.hpp"
#include "numeric/golden_section.hpp"
#include "numeric/nearly_dependent_rows.hpp"

namespace alembert {

using numeric::Index;

namespace {

// of the instant, as a part of the step
constexpr double part_of_step = 1e-6;

// of the entries of combinations of rows at unit length: the state is off the constraints by the
// error of the step
constexpr double smallest_cut = 1e-6;

// of rows in the words of an event
constexpr std::size_t most_names = 6;

}  // namespace

SingularPassages::SingularPassages(Dynamics& dynamics, Manifold& manifold)
    : dynamics_(dynamics),
      manifold_(manifold),
      last_passage_(-std::numeric_limits<double>::infinity()) {}

std::optional<Event> SingularPassages::within_last_step(integrate::Integrator& integrator,
                                                        Index rank) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  numeric::Vector y = integrator.y();
  const auto exact_ratio_at = [&](double t) {
    integrator.interpolate(t, y);
    manifold_.project_state(t, y, y);
    StateSolver& solver = dynamics_.solver();
    return solver.accelerate(t, y.head(n), y.segment(n, n)) ? solver.pivot_ratio() : 0;
  };
  // off the constraints by the error of the step, which shifts the instant by no more than that
  const auto quick_ratio_at = [&](double t) {
    integrator.interpolate(t, y);
    return *dynamics_.ratio_at(t, y);
  };
  const double regular_above = integrate::ratio_for(integrate::largest_condition);
  // where neither end is regular the reason may be a singular M
  const bool quick = dynamics_.independent_rows() != nullptr &&
                     (quick_ratio_at(integrator.t()) > regular_above ||
                      quick_ratio_at(integrator.t_before()) > regular_above);
  const auto ratio_at = [&](double t) { return quick ? quick_ratio_at(t) : exact_ratio_at(t); };
  // the piece with the smallest ratio; beside a singular position the ratio falls and rises in
  // straight lines, so that no piece is missed
  constexpr int pieces = 8;
  const double t0 = integrator.t_before(), t1 = integrator.t(), h = (t1 - t0) / pieces;
  double ratios[pieces + 1];
  for (int i = 0; i <= pieces; ++i) ratios[i] = ratio_at(i == pieces ? t1 : t0 + i * h);
  const int best = static_cast<int>(std::min_element(ratios, ratios + pieces + 1) - ratios);
  const int before = std::max(best - 1, 0), after = std::min(best + 1, pieces);
  Minimum minimum{best == pieces ? t1 : t0 + best * h, ratios[best]};
  // lines that fall too slowly to reach zero between the neighbours are not followed
  double steepest = 0;
  for (int i = 0; i < pieces; ++i)
    steepest = std::max(steepest, std::fabs(ratios[i + 1] - ratios[i]));
  const double resolution =
      part_of_step * (t1 - t0) + 8 * std::numeric_limits<double>::epsilon() * std::fabs(t1);
  if (ratios[best] < 2 * steepest + singular_below)
    minimum = golden_section(ratio_at, t0 + before * h, after == pieces ? t1 : t0 + after * h,
                             resolution);
  // a minimum at the end of the step belongs to the next one, if the ratio rises from there
  const double blur = 2 * resolution;
  const bool at_begin = minimum.at - t0 <= blur, at_end = t1 - minimum.at <= blur;
  const bool fell = falls_at(t0);
  falls_until_ = at_end ? std::optional(t1) : std::nullopt;
  std::optional<Event> passage;
  const bool passes = !at_end && (!at_begin || fell);
  if (passes && minimum.value < singular_below && minimum.at > last_passage_ + 2 * blur) {
    integrator.interpolate(minimum.at, y);
    // the rows for which the equation is written out may depend on each other where all rows
    // together lose nothing
    const double ratio =
        dynamics_.has_rows_to_choose() ? ratio_of_all_rows(minimum.at, y, rank) : minimum.value;
    if (ratio < singular_below) passage = passage_at(minimum.at, y, ratio);
    last_passage_ = minimum.at;
  }
  // the accepted states decide it
  dynamics_.solver().forget_rank();
  return passage;
}

double SingularPassages::ratio_of_all_rows(double t, const numeric::Vector& y, Index rank) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  numeric::Vector q = y.head(n), v = y.segment(n, n);
  manifold_.project(t, q, v);
  const numeric::Vector sigma = dynamics_.solver().decide_rank(t, q, v).rank.singular_values;
  return rank > 0 && sigma.size() >= rank && sigma[0] > 0 ? sigma[rank - 1] / sigma[0] : 0;
}

/// The rows that lose their independence at the state, by name; none where it is M that is
/// singular.
std::string SingularPassages::lost_rows(double t, const numeric::Vector& y, double ratio) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const StateValues& here = dynamics_.solver().evaluate(t, y.head(n), y.segment(n, n));
  if (!here.is_finite()) return "";
  // those that depend on others all the time are left out where the equations are written out
  std::vector<std::size_t> rows(dynamics_.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (dynamics_.independent_rows() != nullptr) rows = *dynamics_.independent_rows();
  // half way, in digits, between what vanishes and what does not
  const double cut = std::max(std::sqrt(ratio), smallest_cut);
  const std::vector<Index> lost = numeric::nearly_dependent_rows(here.A()(rows, Eigen::all), cut);

  std::string names;
  for (std::size_t k = 0; k < std::min(lost.size(), most_names); ++k) {
    const std::size_t row = rows[static_cast<std::size_t>(lost[k])];
    names += fmt::format("{}'{}'", k == 0 ? "" : ", ", dynamics_.equations().rows[row].name);
  }
  if (lost.size() > most_names) names += fmt::format(" and {} more", lost.size() - most_names);
  return names;
}

Event SingularPassages::passage_at(double t, const numeric::Vector& y, double ratio) {
  const std::string rows = lost_rows(t, y, ratio);
  return {t, fmt::format(
                 "singular position passed on its own branch; smallest singular value {:.3g}{}{}",
                 ratio, rows.empty() ? "" : " of rows ", rows)};
}

}  // namespace alembert
