// How a run ends: asked to, at a condition of the model, or where the motion cannot go on.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/failure.hpp"
#include "integrate/step_size.hpp"
#include "motion/simulation.hpp"

namespace alembert {

using numeric::Index;

namespace {

bool is_finite(const numeric::Vector& y, double energy) {
  return y.allFinite() && std::isfinite(energy);
}

}  // namespace

// whether the motion can go on from y, which is `projected` onto the constraints if that was
// possible
Simulation::Continuation Simulation::judge(double t, const Vector& y, bool projected) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const numeric::Solution solution = dynamics_.solver().decide_rank(t, y.head(n), y.segment(n, n));
  Continuation next{dynamics_.solver().failure_of(solution), std::max(rank_, solution.rank.value)};
  if (next.failure) return next;
  if (!is_finite(y, dynamics_.state().energy(t, y.head(n), y.segment(n, n))))
    next.failure = Failure{Fate::not_finite, "the state or its energy"};
  else if (!projected)
    next.failure = Failure{Fate::not_converging,
                           "no state near the last one is found that satisfies the constraints"};
  else if (solution.rank.value < rank_)
    next.failure = Failure{
        Fate::branch_not_determined,
        fmt::format("the constraints lose rank, from {} to {}: {} depend on each "
                    "other",
                    rank_, solution.rank.value, dependent_rows(solution.redundancy, equations()))};
  return next;
}

// The run ends where it first fails, by bisection of the step to the resolution of the outcome.
void Simulation::end_at_first_failure(Failure failure, integrate::Integrator& integrator) {
  double good = integrator.t_before(), bad = integrator.t();
  Vector y = y_;
  while (bad - good > 1e-12 * longest_time()) {
    const double middle = 0.5 * (good + bad);
    integrator.interpolate(middle, y);
    const bool projected = project(middle, y, y);
    const std::optional<Failure> there = judge(middle, y, projected).failure;
    (there ? bad : good) = middle;
    if (there) failure = *there;
  }
  if (!record_outputs(integrator, good)) return;
  move_into_step(good, integrator);
  audit(dynamics_.audit(t_, y_));
  end(failure.fate, failure.detail);
}

// a motion that is no longer determined, or a condition that comes true
bool Simulation::ends_within_step(integrate::Integrator& integrator) {
  if (const auto loss = gradients_.within_last_step(integrator, rank_)) {
    move_into_step(loss->t_before, integrator);
    end(Fate::branch_not_determined,
        fmt::format("constraint '{}' loses its gradient with the velocities", loss->row));
    return true;
  }
  std::optional<Stop> stop;
  if (!stops_.empty()) stop = stops_.within_last_step(integrator);
  if (events_ != nullptr) {
    const double until = stop ? stop->t : integrator.t();
    ModeEvents::Findings found = events_->within_last_step(integrator, until);
    if (found.too_long) {
      constexpr double shorter = 0.125;
      take_shorter_step(integrator, shorter * (integrator.t() - t_));
      return true;
    }
    events_met_ = std::move(found.hits);
    if (!events_met_.empty()) {
      land_on(integrator);
      return true;
    }
  }
  if (!stop) return false;
  if (!record_outputs(integrator, stop->t)) return true;
  move_into_step(stop->t, integrator);
  audit(dynamics_.audit(t_, y_));
  end(Fate::stopped, stop->condition);
  return true;
}

// Between its ends the solution of a step is one order less exact than where it ends: the step is
// taken again, to the event itself.
void Simulation::land_on(integrate::Integrator& integrator) {
  EventHit& first = events_met_.front();
  const double begin = t_, latest = integrator.t();
  const Vector from = y_;
  // `t` and `landing_` belong together at any time
  double t = first.t;
  integrator.interpolate(t, landing_);
  const auto go_to = [&](double end, bool records) {
    integrator.start(begin, from, end - begin);
    while (integrator.t() < end && integrator.step(end).status == integrate::StepStatus::advanced)
      if (records && !record_outputs(integrator, end)) return false;
    return integrator.t() >= end;
  };
  const auto is_a_step = [&](double end) {
    return end - begin > 4 * integrate::smallest_step(begin, settings_.until);
  };
  constexpr int most_corrections = 4;
  // of the step: so far the motion is straight to rounding
  constexpr double straight = 1e-8;
  double next = t;
  for (int i = 0; i < most_corrections && is_a_step(next) && go_to(next, false); ++i) {
    t = next;
    landing_ = integrator.y();
    next = std::clamp(events_->corrected(first, t, landing_), begin, latest);
    if (std::fabs(next - t) > straight * (t - begin)) continue;
    Vector slope = landing_;
    if (next != t && flow_.evaluate(t, landing_, slope)) {
      landing_ += (next - t) * slope;
      t = next;
    }
    break;
  }
  // only now it is known which outputs lie before the event
  if (log_->next_output() < t && is_a_step(t) && !go_to(t, true) && outcome_) return;
  replay_.next_step(Replay::By::runge_kutta);
  project(t, landing_, y_);
  t_ = t;
  first.t = t;
  dynamics_.sizes().take(y_.data());
  replay_.add(t_, y_);
  audit(dynamics_.audit(t_, y_));
}

void Simulation::move_into_step(double t, integrate::Integrator& integrator) {
  integrator.interpolate(t, y_);
  project(t, y_, y_);
  t_ = t;
}

void Simulation::end_from(integrate::StepStatus status) {
  // what is written out gives no reason, and it may lie just beyond the last state
  if (status == integrate::StepStatus::not_defined && !dynamics_.solver().failure()) {
    const Index n = static_cast<Index>(dynamics_.coordinates());
    const double beyond = t_ + 4 * integrate::smallest_step(t_, settings_.until);
    dynamics_.solver().accelerate(beyond, y_.head(n), y_.segment(n, n));
  }
  const std::optional<Failure> failure = dynamics_.solver().failure();
  if (status == integrate::StepStatus::not_defined && failure)
    end(failure->fate, failure->detail);
  else if (status == integrate::StepStatus::singular)
    end(Fate::branch_not_determined, "the constraints lose rank and the series cannot pass over");
  else if (status == integrate::StepStatus::not_converging)
    end(Fate::not_converging, "the equations of an implicit step");
  else
    end(Fate::step_too_small, "the tolerance cannot be kept");
}

void Simulation::end(Fate fate, const std::string& detail) {
  outcome_ = {fate, t_, detail};
  replay_.add(t_, y_);
  if (log_->builder().last_time() < t_) log_->builder().add_row(recorder_.row(t_, y_));
}

}  // namespace alembert
