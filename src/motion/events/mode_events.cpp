#include "motion/events/mode_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/step_size.hpp"
#include "motion/conditions/first_window.hpp"

namespace alembert {

using numeric::Index;

namespace {

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
  q_ = y.head(n);
  v_ = y.segment(n, n);
  StateEquations& state = dynamics_.state();
  if (!use_forces_) {
    found_ = numbers_.evaluate(state.input_values(t, q_, v_));
  } else if (const Instant& now = dynamics_.instant(t, q_, v_); !now.failure) {
    found_ = numbers_.evaluate(state.input_values(t, q_, v_, now));
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

bool ModeEvents::may_fall(std::size_t which) const {
  // between the looks of a panel nothing that first_window would look for lies further out
  constexpr double beyond = 6;
  for (std::size_t from = 0; from < pieces; from += panel) {
    double least = looks_[from][which], most = least;
    for (std::size_t i = 1; i <= panel; ++i) {
      least = std::min(least, looks_[from + i][which]);
      most = std::max(most, looks_[from + i][which]);
    }
    if (!(least - beyond * (most - least) >= -noise_[which])) return true;
  }
  return false;
}

ModeEvents::Findings ModeEvents::within_last_step(integrate::Integrator& integrator, double until) {
  const double begin = integrator.t_before(), h = until - begin;
  std::vector<double> instants(pieces + 1, until);
  for (std::size_t i = 0; i < pieces; ++i)
    instants[i] = begin + h * static_cast<double>(i) / pieces;
  state_.resize(integrator.y().size());
  for (std::size_t i = 0; i <= pieces; ++i) {
    integrator.interpolate(instants[i], state_);
    if (settings_.drift == Drift::project) manifold_.project_state(instants[i], state_, state_);
    reach_ = reach_.cwiseMax(state_.head(reach_.size()).cwiseAbs());
    looks_[i] = values(instants[i], state_);
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
    if (!fresh_[which] && !may_fall(which)) continue;
    const auto look_at = [&](double t) {
      const auto known = std::ranges::find(instants, t);
      const double number = known != instants.end()
                                ? looks_[static_cast<std::size_t>(known - instants.begin())][which]
                                : number_at(which, t, integrator);
      const double margin = -(number + noise_[which]);
      return Look{t, margin, margin > 0};
    };
    // what is below zero where the step begins must rise first, and what is zero there as well
    double largest = 0;
    for (const std::vector<double>& at : looks_) largest = std::max(largest, std::fabs(at[which]));
    constexpr double clearly = 1e-6;
    const double above = fresh_[which] ? clearly * largest : -noise_[which];
    std::size_t first = 0;
    while (first <= pieces && !(looks_[first][which] >= above && largest > 0)) ++first;
    const auto is_below = [&](const std::vector<double>& at) { return at[which] < -noise_[which]; };
    const auto before_it_rose = looks_.begin() + static_cast<std::ptrdiff_t>(first);
    const bool is_guarded = which < guarded_.size() && guarded_[which];
    // the step before ended above minus the noise, and moving its end onto the constraints led
    // below
    if (is_guarded && !fresh_[which] && is_below(looks_.front())) {
      add(begin, which);
      continue;
    }
    if (is_guarded && std::any_of(looks_.begin(), before_it_rose, is_below)) found.too_long = true;
    if (first <= pieces) fresh_[which] = false;
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
