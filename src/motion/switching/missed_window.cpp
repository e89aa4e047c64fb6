#include "motion/switching/missed_window.hpp"

#include <algorithm>
#include <cmath>

#include "motion/conditions/first_window.hpp"

namespace alembert {

using numeric::Index;

namespace {

// of a step, to which an instant at which a side changes is found
constexpr double found_to = 1e-9;
constexpr int panels = 8;

// in positions: those of time alone end a step where they are, and what depends on velocities, as
// friction, comes with them
std::vector<Switch> switches_of_places(const Equations& equations) {
  std::vector<Switch> result;
  for (Switch& one : switches_of(equations)) {
    const Kinds kinds = equations.graph().kinds(one.formulas[0]);
    if (one.formulas.size() == 1 && kinds.has(Kind::coordinate) && !kinds.has(Kind::velocity))
      result.push_back(std::move(one));
  }
  return result;
}

std::vector<NodeId> sides_of_all(const std::vector<Switch>& switches) {
  std::vector<NodeId> formulas;
  for (const Switch& one : switches) formulas.push_back(one.formulas[0]);
  return formulas;
}

}  // namespace

MissedWindows::MissedWindows(Dynamics& dynamics, double tolerance)
    : dynamics_(dynamics),
      tolerance_(tolerance),
      switches_(switches_of_places(dynamics.equations())),
      sides_(dynamics.state().compiled(sides_of_all(switches_))) {}

std::vector<double> MissedWindows::sides_at(integrate::Integrator& integrator, double t) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  y_.resize(integrator.y().size());
  integrator.interpolate(t, y_);
  return sides_.evaluate(dynamics_.state().input_values(t, y_.head(n), y_.segment(n, n)));
}

// one where the side is another at the end of the step, and otherwise where it is another for a
// while
std::vector<double> MissedWindows::crossings_of(integrate::Integrator& integrator,
                                                std::size_t which, double left, double right) {
  const auto side = [&](double t) { return sides_at(integrator, t)[which]; };
  const double first = side(left);
  const auto crossing = [&](double before, double after) {
    while (after - before > found_to * (right - left)) {
      const double middle = 0.5 * (before + after);
      if (middle <= before || middle >= after) break;
      (side(middle) * first > 0 ? before : after) = middle;
    }
    return after;
  };
  if (first == 0) return {};
  if (side(right) * first <= 0) return {crossing(left, right)};
  std::vector<double> instants;
  for (int i = 0; i <= panels; ++i) instants.push_back(left + (right - left) * i / panels);
  const auto window = first_window(
      [&](double t) {
        const double margin = -side(t) * (first > 0 ? 1 : -1);
        return Look{t, margin, margin > 0};
      },
      instants);
  if (!window) return {};
  const double in = crossing(window->before, window->after);
  double inside = in, outside = right;
  while (outside - inside > found_to * (right - left)) {
    const double middle = 0.5 * (inside + outside);
    if (middle <= inside || middle >= outside) break;
    (side(middle) * first > 0 ? outside : inside) = middle;
  }
  return {in, outside};
}

// by the velocity that the step has not gained there
bool MissedWindows::misses(integrate::Integrator& integrator, double from, double to) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const double middle = 0.5 * (from + to), left = integrator.t_before(), right = integrator.t();
  const double beside = (right - left) / (4 * panels);
  const double earlier = std::max(left, middle - beside), later = std::min(right, middle + beside);
  before_ = after_ = slope_ = y_ = integrator.y();
  integrator.interpolate(earlier, before_);
  integrator.interpolate(later, after_);
  integrator.interpolate(middle, y_);
  if (dynamics_.differentiate(middle, y_, slope_) == Dynamics::Road::none) {
    dynamics_.solver().forget_failure();
    return false;
  }
  for (Index j = 0; j < n; ++j) {
    const double taken = (after_[n + j] - before_[n + j]) / (later - earlier);
    const double missed = std::fabs(slope_[n + j] - taken) * (to - from);
    if (missed > tolerance_ * dynamics_.sizes().of_v(static_cast<std::size_t>(j))) return true;
  }
  return false;
}

std::optional<double> MissedWindows::within_last_step(integrate::Integrator& integrator) {
  const double left = integrator.t_before(), right = integrator.t();
  std::vector<double> crossings;
  for (std::size_t which = 0; which < switches_.size(); ++which)
    for (const double t : crossings_of(integrator, which, left, right)) crossings.push_back(t);
  std::ranges::sort(crossings);
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    const double width = crossings[i + 1] - crossings[i];
    // what stages see is in the step's own error, and what is narrower than can be found is chatter
    if (width > (right - left) / panels || width < 4 * found_to * (right - left)) continue;
    if (misses(integrator, crossings[i], crossings[i + 1]))
      return 0.5 * (crossings[i] + crossings[i + 1]);
  }
  return std::nullopt;
}

}  // namespace alembert
