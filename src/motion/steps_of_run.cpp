/// How a run takes its steps: by the method of the model, and by a series where the constraints
/// lose rank.

#include <algorithm>

#include "dynamics/taylor.hpp"
#include "integrate/step_size.hpp"
#include "motion/simulation.hpp"

namespace alembert {

using numeric::Index;

namespace {

// at least this is the ratio of singular values where rows are clearly independent
const double regular_ratio = integrate::ratio_for(integrate::largest_condition);

}  // namespace

/// One step by the method of the model, or by a Taylor series where the constraint rows nearly lose
/// rank.
void Simulation::take_step() {
  const bool by_series = settings_.method == Method::taylor;
  // an accepted step of the integrator, with the condition of the constraint rows at its stages
  integrate::StepReport report = integrator_->step(end_of_smooth_part());
  // a Taylor step evaluates the equations only where it begins: sample the condition along the step
  if (by_series && report.status == integrate::StepStatus::advanced)
    report.conditions = sample_conditions();
  bool is_near = approaches_singularity(report);
  // Redundant rows: those in use may come to depend on each other where all rows together do not.
  // The step is taken back and tried again: by other rows, if these are better, at the next call;
  // else by the solver that decides the rank of all rows.
  if (is_near && dynamics_.has_rows_to_choose() && !by_series) {
    const double h = integrator_->t() - t_;
    const bool chose = choose_rows();
    // back to the beginning of the step, which the integrator may have accepted
    integrator_->start(t_, y_, h);
    if (chose) return;
    dynamics_.look_at(Dynamics::Rows::all);
    report = integrator_->step(end_of_smooth_part());
    dynamics_.look_at(Dynamics::Rows::chosen);
    is_near = approaches_singularity(report);
  }
  // Stages lie off the constraints by the error of the step, and near a loss of rank their
  // accelerations mean nothing: the step is dropped, and a Taylor series passes the singular
  // position.
  if (is_near && may_use_series_) {
    begin_passage(report.conditions.first_ratio());
    take_taylor_step();
    return;
  }
  // no series can be used: a step that failed ends the run
  if (report.status != integrate::StepStatus::advanced) {
    end_from(report.status);
    return;
  }
  // ever shorter steps towards a singular position: only a series could tell the branch beyond it
  if (!by_series && creeps_up()) {
    end_from(integrate::StepStatus::singular);
    return;
  }
  // The step is good. A singular position that it has passed shows in the ratio of singular values,
  // which falls to a small part of its largest value in this step or in the one before, and becomes
  // an event.
  if (report.conditions.falls() || passages_.falls_at(t_)) note_passage(*integrator_);
  // the way to states between the ends of the step, the ratios that later steps are compared with,
  // and the state itself: projected, audited, recorded
  replay_.next_step(by_series ? Replay::By::taylor : Replay::By::runge_kutta);
  ratio_before_ = ratio_of_step();
  ratio_fell_from_ = flow_.is_regular() ? ratio_before_ : std::max(ratio_fell_from_, ratio_before_);
  accept_step(*integrator_);
}

/// Whether the last step failed, or comes so near to a loss of rank that its stages cannot be
/// trusted.
bool Simulation::approaches_singularity(const integrate::StepReport& report) const {
  return report.status != integrate::StepStatus::advanced ||
         report.conditions.approaches_singularity() || creeps_up();
}

/// Lets a series go on from the present state until it leads away from the singular position.
void Simulation::begin_passage(double ratio_of_step_begin) {
  near_singular_ = true;
  // most runs never need it
  if (!taylor_) taylor_ = make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance);
  regular_above_ = std::min(2 * integrate::dip_below, 0.5 * ratio_of_step_begin);
  ratio_before_ = ratio_here();
  taylor_->limit_steps(integrate::longest_step(settings_.until - settings_.from));
  taylor_->start(t_, y_);
}

/// The ratio of singular values where the last step has landed; a bound of it where the rows are
/// clearly independent.
double Simulation::ratio_of_step() const {
  return flow_.is_regular() ? regular_ratio : dynamics_.solver().pivot_ratio();
}

/// Whether the last steps together come nearer to a loss of rank than their stages can be trusted:
/// ever shorter steps would creep up to the singular position, until rounding chooses the branch
/// beyond.
bool Simulation::creeps_up() const {
  // without a series to hand over to the run goes on for longer: not every approach ends in a
  // singular position
  const double part = may_use_series_ ? integrate::dip_part : singular_below * singular_below;
  const double ratio = ratio_of_step();
  return ratio < ratio_before_ && ratio < part * ratio_fell_from_;
}

/// Chooses the rows in use anew for the present state; whether they are others than before.
bool Simulation::choose_rows() {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  return dynamics_.choose_rows(t_, y_.head(n), y_.segment(n, n), rank_);
}

/// The conditions at some states of the last step, its ends among them.
integrate::ConditionRange Simulation::sample_conditions() {
  constexpr int pieces = 4;
  const double t0 = integrator_->t_before(), h = (integrator_->t() - t0) / pieces;
  Vector y = y_, dy = y_;
  integrate::ConditionRange met;
  integrator_->interpolate(t0, y);
  if (flow_.evaluate(t0, y, dy)) met.add(flow_.condition());
  const bool from_regular = flow_.is_regular();
  for (int i = 1; i <= pieces; ++i) {
    const double t = t0 + i * h;
    integrator_->interpolate(t, y);
    if (from_regular)
      met.add(flow_.condition_at(t, y));
    else if (flow_.evaluate(t, y, dy))
      met.add(flow_.condition());
  }
  return met;
}

void Simulation::take_taylor_step() {
  const integrate::StepStatus status = taylor_->step(end_of_smooth_part()).status;
  if (status != integrate::StepStatus::advanced) {
    end_from(status);
    return;
  }
  note_passage(*taylor_);
  replay_.next_step(Replay::By::taylor);
  accept_step(*taylor_);
  if (outcome_) return;
  // the integrator takes over where the rows are regular again, unless another singular position
  // lies ahead
  const double ratio = ratio_here();
  const bool leads_away = ratio > ratio_before_ || ratio > 2 * integrate::dip_below;
  if (ratio > regular_above_ && leads_away) {
    near_singular_ = false;
    ratio_fell_from_ = ratio;
    integrator_->start(t_, y_);
  }
  ratio_before_ = ratio;
}

/// The ratio of singular values at the present state; 0 where there is no acceleration.
double Simulation::ratio_here() {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const bool is_defined = dynamics_.solver().accelerate(t_, y_.head(n), y_.segment(n, n));
  return is_defined ? dynamics_.solver().pivot_ratio() : 0;
}

void Simulation::note_passage(integrate::Integrator& integrator) {
  if (const auto passage = passages_.within_last_step(integrator, rank_))
    log_->builder().add_event(passage->t, passage->what);
}

}  // namespace alembert
