#include "motion/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/natural_time.hpp"
#include "dynamics/projection_progress.hpp"
#include "dynamics/taylor.hpp"
#include "integrate/step_size.hpp"
#include "mechanics/kinks.hpp"
#include "mechanics/start_error.hpp"

namespace alembert {

using numeric::Index;

Simulation::Simulation(const Equations& equations, const RunSettings& settings,
                       std::shared_ptr<SharedCode> code)
    : Simulation(std::make_shared<SmoothTrajectory>(equations, settings, std::move(code))) {}

Simulation::Simulation(std::shared_ptr<SmoothTrajectory> trajectory)
    : trajectory_(std::move(trajectory)),
      settings_(trajectory_->settings()),
      dynamics_(trajectory_->dynamics()),
      manifold_(trajectory_->manifold()),
      layout_(trajectory_->layout()),
      flow_(trajectory_->flow()),
      recorder_(trajectory_->recorder()),
      replay_(trajectory_->replay()),
      passages_(dynamics_, manifold_),
      gradients_(dynamics_, settings_.tolerance),
      windows_(dynamics_, settings_.tolerance),
      stops_(dynamics_, manifold_, settings_),
      pace_(dynamics_, settings_),
      may_use_series_(settings_.method != Method::taylor && taylor_applies(equations()) &&
                      settings_.inconsistent == Inconsistent::error),
      integrator_(make_integrator()) {}

std::unique_ptr<integrate::Integrator> Simulation::make_integrator() {
  switch (settings_.method) {
    case Method::dop853:
      return integrate::make_dop853(flow_, settings_.tolerance, flow_.kernels(),
                                    may_use_series_
                                        ? integrate::NearSingularity::give_up
                                        : integrate::NearSingularity::try_shorter_steps);
    case Method::gauss:
      return integrate::make_gauss(flow_, settings_.tolerance, symmetric_projection());
    case Method::stiff:
      return integrate::make_stiff(flow_, settings_.tolerance);
    case Method::taylor:
      break;
  }
  if (!taylor_applies(equations()))
    throw ModelError("method taylor cannot be used with a law that contains total(...)",
                     "its loop has no Taylor series; use method dop853");
  if (settings_.inconsistent == Inconsistent::least_squares)
    throw ModelError("method taylor cannot be used with 'inconsistent least_squares'",
                     "its series follow rows that agree; use method dop853");
  return make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance);
}

// Gauss's method makes it a part of its steps
integrate::Projection Simulation::symmetric_projection() {
  if (settings_.drift != Drift::project || dynamics_.rows() == 0) return {};
  // the manifold stays where it is when a simulation is moved
  return [&manifold = manifold_](double t, const Vector& from, Vector& to) {
    return manifold.project_state(t, from, to);
  };
}

void Simulation::prepare(const StartData& data) {
  find_switches(settings_.from);
  start_ = find_start(dynamics_, manifold_, data, settings_.from);
  rank_ = rank_at_start(dynamics_, manifold_, start_, settings_.from);
  const Index n = start_.q.size();
  y_ = Vector::Zero(static_cast<Index>(flow_.size()));
  y_.head(n) = start_.q;
  y_.segment(n, n) = start_.v;
  const StateValues& here = dynamics_.solver().evaluate(settings_.from, start_.q, start_.v);
  note_rows_without_gradient(here);
  note_negative_inertias(here);
  start_row_ = recorder_.row(settings_.from, y_);
  begin_sizes(settings_.from);
  gradients_.begin(settings_.from, start_.q, start_.v);
  if (!std::isfinite(start_row_[layout_.energy]))
    throw StartError(fmt::format("{} at the start: the energy", name_of(Fate::not_finite)),
                     std::string(hint_for(Fate::not_finite)));
}

// parameters may have other values here than where the model was read: joints in time are looked at
// again
void Simulation::find_switches(double from) {
  const std::vector<NodeId> formulas = equations().run_formulas();
  if (!any_switches_in_time(equations().graph(), formulas)) return;
  switches_ = {equations().graph(), formulas, dynamics_.state().parameter_values(), settings_.from,
               settings_.until};
  for (const Constraint& constraint : equations().system.constraints())
    for (const ConstraintRow& row : constraint.rows)
      refuse_kinks(equations().system, row, settings_.from, settings_.until);
  next_switch_ = switches_.next(from);
}

void Simulation::begin_sizes(double t_begin) {
  const Index n = start_.q.size();
  dynamics_.solver().look_around(t_begin, start_.q, start_.v);
  const Vector a = Eigen::Map<const Vector>(start_row_.data() + layout_.a, n);
  MotionBeginning beginning{dynamics_.solver().inertia(), start_.q, start_.v,
                            a.allFinite() ? a : Vector::Zero(n)};
  Vector y = y_, dy = y_, later;
  const auto accelerate = [&](double t, const Vector& q, const Vector& v) -> const Vector* {
    y.head(n) = q;
    y.segment(n, n) = v;
    // beside the constraints the rank is another, and rows contradict each other
    if (dynamics_.independent_rows() == nullptr && !project(t, y, y)) return nullptr;
    dynamics_.solver().forget_rank();
    if (!flow_.evaluate(t, y, dy)) return nullptr;
    later = dy.segment(n, n);
    return &later;
  };
  const auto terms = [&](double t, const Vector& q, const Vector& v) {
    return dynamics_.force_terms(t, q, v);
  };
  find_natural_time(beginning, dynamics_.sizes().blocks(), t_begin,
                    integrate::longest_step(settings_.until - settings_.from), accelerate, terms);
  beginning.ways = dynamics_.ways_of_rounding(t_begin, start_.q, start_.v);
  dynamics_.solver().forget_failure();
  dynamics_.solver().forget_rank();
  dynamics_.sizes().begin(beginning);
}

// such as (x − y)² = 0, whose gradient vanishes wherever it holds, so that no force can keep it
void Simulation::note_rows_without_gradient(const StateValues& here) {
  for (std::size_t r = 0; r < dynamics_.rows(); ++r) {
    double largest = 0;
    here.for_row(r,
                 [&](std::size_t, double entry) { largest = std::max(largest, std::fabs(entry)); });
    if (largest == 0) rows_without_gradient_.push_back(equations().rows[r].name);
  }
}

// most often a mass with the wrong sign
void Simulation::note_negative_inertias(const StateValues& here) {
  for (const std::size_t j : here.negative_inertias())
    negative_.push_back(equations().system.coordinates()[j].name);
}

Motion Simulation::run(const std::function<bool(double)>& progress,
                       const std::function<void(std::span<const double>)>& output) {
  RunLog log(layout_, settings_, progress, output);
  log_ = &log;
  begin();
  go_on();
  return {log.builder().take(*outcome_, counters()), trajectory_};
}

void Simulation::enter(double t, const Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  find_switches(t);
  t_ = t;
  y_ = y;
  outcome_.reset();
  near_singular_ = false;
  start_.q = y.head(n);
  start_.v = y.segment(n, n);
  if (!was_entered_) {
    dynamics_.solver().look_around(t, start_.q, start_.v);
    dynamics_.sizes().assume(dynamics_.solver().inertia(), start_.q, start_.v);
  }
  rank_ = rank_at_start(dynamics_, manifold_, start_, t);
  if (!was_entered_) {
    start_row_ = recorder_.row(t, y_);
    begin_sizes(t);
    integrator_->limit_steps(integrate::longest_step(settings_.until - settings_.from));
  }
  dynamics_.sizes().take(y_.data());
  gradients_.begin(t, start_.q, start_.v);
  ratio_before_ = ratio_fell_from_ = 0;
  replay_.add_start(t_, y_);
  integrator_->start(t_, y_);
  was_entered_ = true;
}

void Simulation::go_on(RunLog& log, ModeEvents& events) {
  log_ = &log;
  events_ = &events;
  events_met_.clear();
  log.audit(dynamics_.audit(t_, y_), integrate::StateLayout::works_of(y_).sum());
  go_on();
}

integrate::IntegratorCounters Simulation::counters() const {
  integrate::IntegratorCounters counters = integrator_->counters();
  if (taylor_) counters += taylor_->counters();
  return counters;
}

void Simulation::go_on() {
  if (const auto stop = stops_.at(t_, y_)) end(Fate::stopped, stop->condition);
  while (!outcome_ && events_met_.empty() && t_ < settings_.until) {
    if (const auto asked = log_->end_asked_for(t_))
      end(asked->fate, asked->detail);
    else if (next_switch_ && t_ >= next_switch_->before)
      pass_switch();
    else if (near_singular_)
      take_taylor_step();
    else
      take_step();
    if (outcome_ || !events_met_.empty()) break;
    log_->count_step();
    if (const auto stuck = pace_.after_step(t_, y_)) end(stuck->fate, stuck->detail);
  }
  if (!outcome_ && events_met_.empty()) end(Fate::reached_the_end, "");
}

void Simulation::begin() {
  t_ = settings_.from;
  log_->begin(energy_at_start());
  note_start(*log_);
  replay_.add(t_, y_);
  integrator_->limit_steps(integrate::longest_step(settings_.until - settings_.from));
  integrator_->start(t_, y_);
  log_->builder().add_row(start_row_);
  audit(dynamics_.audit(t_, y_));
}

void Simulation::note_start(RunLog& log) const {
  const auto note = [&](const std::string& what) { log.builder().add_event(settings_.from, what); };
  if (!start_.shifted.empty())
    note(fmt::format("start values moved onto the constraints by up to {:.3g}: {}", start_.shift,
                     fmt::join(start_.shifted, ", ")));
  if (!rows_without_gradient_.empty())
    note(fmt::format("no gradient, and so no force, at the start: {}",
                     fmt::join(rows_without_gradient_, ", ")));
  if (!negative_.empty())
    note(fmt::format("negative inertia, which no mass has, at the start: {}",
                     fmt::join(negative_, ", ")));
}

double Simulation::end_of_smooth_part() const {
  return next_switch_ ? next_switch_->before : settings_.until;
}

// Formulas of time change their sides, the state hardly moves: the integrator begins anew beyond.
void Simulation::pass_switch() {
  const double after = next_switch_->after;
  Vector slope = y_;
  if (flow_.evaluate(t_, y_, slope)) y_ += (after - t_) * slope;
  // a switch that changes the energy does work from outside
  const double energy = dynamics_.audit(t_, y_).energy;
  // beside what an event at this instant leads to stands what was before the formulas switched
  if (events_ != nullptr) log_->builder().add_row(recorder_.row(t_, y_));
  log_->builder().end_stretch(t_);
  log_->builder().begin_stretch(after);
  t_ = after;
  y_[y_.size() - 1] += dynamics_.audit(t_, y_).energy - energy;
  next_switch_ = switches_.next(t_);
  const bool projected = project(t_, y_, y_);
  const Continuation next = judge(t_, y_, projected);
  if (next.failure) {
    end(next.failure->fate, next.failure->detail);
    return;
  }
  rank_ = next.rank;
  replay_.add(t_, y_);
  // forces that jump may open contacts and let go what sticks
  if (events_ != nullptr) events_met_.push_back({t_, EventHit::switched, 0});
  (near_singular_ ? taylor_ : integrator_)->start(t_, y_);
}

void Simulation::accept_step(integrate::Integrator& integrator) {
  if (!windows_.empty() &&
      integrator.t() - t_ > 8 * integrate::smallest_step(t_, settings_.until)) {
    if (const auto inside = windows_.within_last_step(integrator)) {
      take_shorter_step(integrator, *inside - t_);
      return;
    }
  }
  const bool may_end_early = !gradients_.empty() || !stops_.empty() || events_ != nullptr;
  if (may_end_early && ends_within_step(integrator)) return;
  const double t = integrator.t();
  dynamics_.sizes().take(integrator.y().data());
  if (!dynamics_.sizes().are_finite()) {
    end(Fate::not_finite, "the state or its energy");
    return;
  }
  Vector& y = landing_;
  const bool projected = project(t, integrator.y(), y);
  if (projected && repairs_too_much(integrator)) {
    constexpr double shorter = 0.25;
    take_shorter_step(integrator, shorter * (integrator.t() - t_));
    return;
  }
  // the rank is decided anew where it may have changed: when rows were redundant, or nearly so
  const bool clear =
      flow_.is_regular() && (settings_.drift != Drift::project || manifold_.is_regular());
  const bool regular = clear || (rank_ == static_cast<Index>(dynamics_.rows()) &&
                                 dynamics_.solver().rank() == rank_ &&
                                 dynamics_.solver().pivot_ratio() > singular_below);
  const StateAudit found = dynamics_.audit(t, y);
  // a sum is not finite where one of its terms is not; where it overflows by itself judge() finds
  // nothing
  const bool finite = std::isfinite(y.sum() + found.energy);
  if (!projected || !regular || !finite) {
    const Continuation next = judge(t, y, projected);
    if (next.failure) {
      end_at_first_failure(*next.failure, integrator);
      return;
    }
    if (next.rank != rank_)
      log_->builder().add_event(t, fmt::format("rank changes from {} to {}", rank_, next.rank));
    rank_ = next.rank;
  }
  if (log_->next_output() <= t && !record_outputs(integrator, settings_.until)) return;
  t_ = t;
  y_.swap(y);
  if (settings_.drift == Drift::project) integrator.correct(y_);
  if (!regular && dynamics_.has_rows_to_choose()) choose_rows();
  replay_.add(t_, y_);
  audit(found);
}

// Steps by series know about the constraints beside a singular position, and land less exactly
// there.
bool Simulation::repairs_too_much(const integrate::Integrator& integrator) const {
  const bool by_series = settings_.method == Method::taylor || &integrator == taylor_.get();
  return settings_.drift == Drift::project && !by_series &&
         manifold_.correction() > ProjectionProgress::most_tolerances *
                                      std::max(settings_.tolerance, integrate::smallest_tolerance);
}

void Simulation::take_shorter_step(integrate::Integrator& integrator, double h) {
  if (h < 4 * integrate::smallest_step(t_, settings_.until)) {
    end_from(integrate::StepStatus::too_small);
    return;
  }
  integrator.start(t_, y_, h);
}

// `from` onto the constraints, where that is asked for
bool Simulation::project(double t, const Vector& from, Vector& y) {
  if (settings_.drift == Drift::project) return manifold_.project_state(t, from, y);
  y = from;
  return true;
}

// Records the outputs within the last step and before `until`; the end of the run is recorded
// elsewhere. False where the caller or a limit ends the run meanwhile.
bool Simulation::record_outputs(integrate::Integrator& integrator, double until) {
  Vector& y = output_;
  while (log_->next_output() <= integrator.t() &&
         log_->next_output() < until * (1 - 1e-14) + settings_.from * 1e-14) {
    // an output may lie in the gap of a few units in the last place where formulas switch
    const double t = std::max(log_->next_output(), log_->builder().last_time());
    integrator.interpolate(std::max(t, integrator.t_before()), y);
    project(t, y, y);
    log_->builder().add_row(recorder_.row(t, y));
    log_->count_output();
    const auto asked = log_->end_asked_for(t);
    if (!asked) continue;
    y_ = y;
    t_ = t;
    end(asked->fate, asked->detail);
    return false;
  }
  return true;
}

void Simulation::audit(const StateAudit& audit) {
  log_->audit(audit, integrate::StateLayout::works_of(y_).sum());
}

Motion Simulation::restore(MotionRecord record) {
  const Index n = static_cast<Index>(dynamics_.coordinates()),
              width = static_cast<Index>(layout_.width());
  const auto passes_singular = [&](double from, double to) {
    return std::ranges::any_of(
        record.events, [&](const Event& event) { return event.t >= from && event.t <= to; });
  };
  const Index rows = static_cast<Index>(record.table.size()) / width;
  for (Index i = 0; i < rows; ++i) {
    const double* const row = record.table.data() + i * width;
    Vector y(static_cast<Index>(flow_.size()));
    std::copy_n(row + layout_.q, n, y.data());
    std::copy_n(row + layout_.v, n, y.data() + n);
    std::copy_n(row + layout_.work, integrate::StateLayout::works, y.data() + 2 * n);
    replay_.add(row[0], y);
    // where something happened, a series goes over it
    const bool by_series =
        settings_.method == Method::taylor ||
        (may_use_series_ && i > 0 && i + 1 < rows && passes_singular(row[0], row[width]));
    replay_.next_step(by_series ? Replay::By::taylor : Replay::By::runge_kutta);
  }
  return {std::move(record), trajectory_};
}

}  // namespace alembert
