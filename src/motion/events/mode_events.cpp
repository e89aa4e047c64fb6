#include "motion/events/mode_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/step_size.hpp"
#include "motion/conditions/first_window.hpp"

namespace alembert {

using numeric::Index;

namespace {

// of a step, whose ends are looked at too
constexpr int pieces = 8;

bool uses_forces(const Graph& graph, const std::vector<NodeId>& formulas) {
  return std::ranges::any_of(formulas, [&](NodeId formula) {
    return graph.kinds(formula).has(Kind::force | Kind::acceleration);
  });
}

}  // namespace

ModeEvents::ModeEvents(Dynamics& dynamics, Manifold& manifold, const RunSettings& settings,
                       const std::vector<NodeId>& formulas, const std::vector<bool>& guarded)
    : dynamics_(dynamics),
      manifold_(manifold),
      settings_(settings),
      numbers_(dynamics.state().compiled(formulas)),
      use_forces_(uses_forces(dynamics.equations().graph(), formulas)),
      guarded_(guarded),
      noise_(formulas.size(), 0),
      fresh_(formulas.size(), false),
      reach_(numeric::Vector::Zero(2 * static_cast<Index>(dynamics.coordinates()))) {}

void ModeEvents::watch_also(Number number) {
  also_ = std::move(number);
  noise_.push_back(0);
  fresh_.push_back(false);
}

void ModeEvents::begin(const std::vector<double>& noise, const std::vector<std::size_t>& fresh) {
  noise_ = noise;
  fresh_.assign(noise.size(), false);
  for (const std::size_t which : fresh) fresh_[which] = true;
}

const std::vector<double>& ModeEvents::values(double t, const numeric::Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const numeric::Vector q = y.head(n), v = y.segment(n, n);
  StateEquations& state = dynamics_.state();
  if (!use_forces_) {
    found_ = numbers_.evaluate(state.input_values(t, q, v));
  } else if (const Instant& now = dynamics_.instant(t, q, v); !now.failure) {
    found_ = numbers_.evaluate(state.input_values(t, q, v, now));
  } else {
    found_.assign(noise_.size(), std::numeric_limits<double>::quiet_NaN());
    return found_;
  }
  if (also_) found_.push_back(also_(t, y));
  return found_;
}

double ModeEvents::number_at(std::size_t which, double t, integrate::Integrator& integrator) {
  integrator.interpolate(t, state_);
  if (settings_.drift == Drift::project) manifold_.project_state(t, state_, state_);
  return values(t, state_)[which];
}

// where the number is zero between two instants of which it is above at the first and below at the
// second: the false position, with the end that stays weighed down (Illinois)
double ModeEvents::fall(std::size_t which, double before, double after,
                        integrate::Integrator& integrator) {
  double above = number_at(which, before, integrator), below = number_at(which, after, integrator);
  if (!(above > 0)) return before;
  const double resolution = 2 * integrate::smallest_step(after, settings_.until);
  constexpr int most_looks = 100;
  for (int look = 0; look < most_looks && after - before > resolution && below < 0; ++look) {
    double t = before + (after - before) * above / (above - below);
    t = std::clamp(t, before + 0.5 * resolution, after - 0.5 * resolution);
    const double number = number_at(which, t, integrator);
    if (number > 0) {
      before = t;
      above = number;
      below *= 0.5;
    } else {
      after = t;
      below = number;
      above *= 0.5;
      if (number == 0) break;
    }
  }
  return after;
}

ModeEvents::Findings ModeEvents::within_last_step(integrate::Integrator& integrator, double until) {
  const double begin = integrator.t_before(), h = until - begin;
  std::vector<double> instants;
  for (int i = 0; i < pieces; ++i) instants.push_back(begin + h * i / pieces);
  instants.push_back(until);
  std::vector<std::vector<double>> numbers;
  state_.resize(integrator.y().size());
  for (const double t : instants) {
    integrator.interpolate(t, state_);
    if (settings_.drift == Drift::project) manifold_.project_state(t, state_, state_);
    reach_ = reach_.cwiseMax(state_.head(reach_.size()).cwiseAbs());
    numbers.push_back(values(t, state_));
  }
  Findings found;
  std::vector<EventHit>& hits = found.hits;
  double earliest = until;
  const auto add = [&](double t, std::size_t which) {
    const double aside = 1e-4 * h;
    const double left = std::max(begin, t - aside), right = std::min(until, t + aside);
    const double slope =
        (number_at(which, right, integrator) - number_at(which, left, integrator)) / (right - left);
    if (t < earliest - 4 * integrate::smallest_step(t, settings_.until)) hits.clear();
    hits.push_back({t, which, slope});
    earliest = std::min(earliest, t);
  };
  for (std::size_t which = 0; which < noise_.size(); ++which) {
    const auto look_at = [&](double t) {
      const auto known = std::ranges::find(instants, t);
      const double number = known != instants.end()
                                ? numbers[static_cast<std::size_t>(known - instants.begin())][which]
                                : number_at(which, t, integrator);
      const double margin = -(number + noise_[which]);
      return Look{t, margin, margin > 0};
    };
    // what is below zero where the step begins must rise first, and what is zero there as well
    double largest = 0;
    for (const std::vector<double>& at : numbers) largest = std::max(largest, std::fabs(at[which]));
    constexpr double clearly = 1e-6;
    const double above = fresh_[which] ? clearly * largest : -noise_[which];
    std::size_t first = 0;
    while (first < instants.size() && !(numbers[first][which] >= above && largest > 0)) ++first;
    const auto is_below = [&](const std::vector<double>& at) { return at[which] < -noise_[which]; };
    const auto before_it_rose = numbers.begin() + static_cast<std::ptrdiff_t>(first);
    const bool is_guarded = which < guarded_.size() && guarded_[which];
    // the step before ended above minus the noise, and moving its end onto the constraints led
    // below
    if (is_guarded && !fresh_[which] && is_below(numbers.front())) {
      add(begin, which);
      continue;
    }
    if (is_guarded && std::any_of(numbers.begin(), before_it_rose, is_below)) found.too_long = true;
    if (first < instants.size()) fresh_[which] = false;
    const auto risen = instants.begin() + static_cast<std::ptrdiff_t>(first);
    if (instants.end() - risen < 2) continue;
    const auto window = first_window(look_at, {risen, instants.end()});
    if (!window || window->before > earliest) continue;
    const double t = fall(which, window->before, window->after, integrator);
    if (t <= earliest) add(t, which);
  }
  return found;
}

double ModeEvents::corrected(const EventHit& hit, double t, const numeric::Vector& y) {
  const double number = values(t, y)[hit.which];
  if (!(hit.slope < 0) || !std::isfinite(number)) return t;
  return t - number / hit.slope;
}

}  // namespace alembert
