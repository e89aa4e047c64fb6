#include "motion/conditions/stop_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/conditions/margin.hpp"

namespace alembert {

using numeric::Index;

StopConditions::StopConditions(Dynamics& dynamics, Manifold& manifold, const RunSettings& settings)
    : dynamics_(dynamics), manifold_(manifold), settings_(settings) {
  Graph& graph = dynamics.equations().graph();
  std::vector<NodeId> formulas;
  for (const Condition& condition : settings.stop_when) {
    formulas.push_back(condition.formula);
    texts_.push_back(condition.text);
    use_forces_ |= graph.kinds(condition.formula).has(Kind::force | Kind::acceleration);
  }
  for (const Condition& condition : settings.stop_when)
    formulas.push_back(margin_of(graph, condition.formula));
  conditions_ = dynamics.state().compiled(formulas);
}

Look StopConditions::look(std::size_t condition, double t, const numeric::Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const numeric::Vector q = y.head(n), v = y.segment(n, n);
  const Instant* const now = use_forces_ ? &dynamics_.instant(t, q, v) : nullptr;
  if (now && now->failure) return {t, std::numeric_limits<double>::quiet_NaN(), false};
  StateEquations& state = dynamics_.state();
  const std::vector<double>& values =
      conditions_.evaluate(now ? state.input_values(t, q, v, *now) : state.input_values(t, q, v));
  return {t, values[texts_.size() + condition], values[condition] != 0};
}

std::optional<Stop> StopConditions::at(double t, const numeric::Vector& y) {
  for (std::size_t c = 0; c < texts_.size(); ++c)
    if (look(c, t, y).holds) return Stop{t, texts_[c]};
  return std::nullopt;
}

// an even part of the step each, and the outputs
std::vector<double> StopConditions::instants_of_step(double from, double until) const {
  constexpr int pieces = 16;
  std::vector<double> instants;
  for (int i = 0; i < pieces; ++i) instants.push_back(from + (until - from) * i / pieces);
  instants.push_back(until);
  double output = std::floor((from - settings_.from) / settings_.every) + 1;
  for (double t = 0; (t = settings_.from + output * settings_.every) < until; ++output)
    if (t > from) instants.push_back(t);
  std::ranges::sort(instants);
  const auto repeated = std::ranges::unique(instants);
  instants.erase(repeated.begin(), repeated.end());
  return instants;
}

std::optional<Stop> StopConditions::within_last_step(integrate::Integrator& integrator) {
  // below this part of the run instants near t = 0 are not told apart, although numbers could
  constexpr double resolution = 1e-20;
  const double shortest = resolution * (settings_.until - settings_.from);
  state_.resize(integrator.y().size());
  std::vector<double> instants = instants_of_step(integrator.t_before(), integrator.t());
  std::optional<Stop> earliest;
  for (std::size_t c = 0; c < texts_.size(); ++c) {
    const auto look_at = [&](double t) {
      integrator.interpolate(t, state_);
      if (settings_.drift == Drift::project) manifold_.project_state(t, state_, state_);
      return look(c, t, state_);
    };
    const auto window = first_window(look_at, instants);
    if (!window) continue;
    // bisection until no number lies between
    double before = window->before, after = window->after;
    for (double middle = 0.5 * (before + after);
         before < middle && middle < after && after - before > shortest;
         middle = 0.5 * (before + after))
      (look_at(middle).holds ? after : before) = middle;
    if (!earliest || after < earliest->t) earliest = {after, texts_[c]};
  }
  return earliest;
}

}  // namespace alembert
