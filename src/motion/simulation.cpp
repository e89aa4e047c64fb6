#include "motion/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mechanics/kinks.hpp"
#include "mechanics/model_error.hpp"
#include "motion/natural_time.hpp"
#include "motion/projection_progress.hpp"
#include "motion/step_size.hpp"
#include "motion/table_formulas.hpp"
#include "motion/taylor.hpp"

namespace alembert {

using numeric::Index;

namespace {

DynamicsOptions options_for(const RunSettings& settings) {
  return {settings.rank_tolerance,
          settings.inconsistent == Inconsistent::least_squares,
          settings.drift == Drift::baumgarte,
          settings.baumgarte_alpha,
          settings.baumgarte_beta,
          settings.drift == Drift::project,
          settings.method == Method::dop853 ? std::max(settings.tolerance, smallest_tolerance) : 0,
          settings.tolerance};
}

// of rows that are clearly independent, at least
const double regular_ratio = ExplicitFormulas::ratio_for(ExplicitFormulas::largest_condition);

bool is_finite(const numeric::Vector& y, double energy) {
  return y.allFinite() && std::isfinite(energy);
}

}  // namespace

Simulation::Simulation(const Equations& equations, const RunSettings& settings)
    : settings_(settings),
      dynamics_(equations, options_for(settings)),
      manifold_(dynamics_, settings.rank_tolerance),
      layout_(equations),
      flow_(dynamics_),
      recorder_(dynamics_, layout_),
      replay_(dynamics_, manifold_, flow_, settings_),
      passages_(dynamics_, manifold_),
      gradients_(dynamics_, settings.tolerance),
      stops_(dynamics_, manifold_, settings_),
      pace_(dynamics_, settings_),
      limits_(settings_),
      reading_(reading_lock(equations.graph())),
      integrator_(make_integrator()) {
  may_use_series_ = settings.method != Method::taylor && taylor_applies(equations) &&
                    settings.inconsistent == Inconsistent::error;
}

std::unique_ptr<Integrator> Simulation::make_integrator() {
  switch (settings_.method) {
    case Method::dop853:
      return make_dop853(flow_, settings_.tolerance);
    case Method::gauss:
      return make_gauss(flow_, settings_.tolerance, symmetric_projection());
    case Method::stiff:
      return make_stiff(flow_, settings_.tolerance);
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
Projection Simulation::symmetric_projection() {
  if (settings_.drift != Drift::project || dynamics_.rows() == 0) return {};
  return [this](double t, const Vector& from, Vector& to) {
    return manifold_.project_state(t, from, to);
  };
}

void Simulation::prepare(const StartData& data) {
  find_switches();
  start_ = find_start(dynamics_, manifold_, data, settings_.from);
  rank_ = rank_at_start(dynamics_, manifold_, start_, settings_.from);
  const Index n = start_.q.size();
  y_ = Vector::Zero(2 * n + 4);
  y_.head(n) = start_.q;
  y_.segment(n, n) = start_.v;
  find_idle_rows();
  start_row_ = recorder_.row(settings_.from, y_);
  begin_sizes();
  gradients_.begin(settings_.from, start_.q, start_.v);
  energy_at_start_ = start_row_[layout_.energy];
  if (!std::isfinite(energy_at_start_))
    throw ModelError(fmt::format("{} at the start: the energy", name_of(Fate::not_finite)),
                     std::string(hint_for(Fate::not_finite)));
}

// parameters may have other values here than where the model was read: joints in time are looked at again
void Simulation::find_switches() {
  const std::vector<NodeId> formulas = equations().run_formulas();
  if (!any_switches_in_time(equations().graph(), formulas)) return;
  switches_ = {equations().graph(), formulas, equations().system.parameter_values(), settings_.from,
               settings_.until};
  for (const Constraint& constraint : equations().system.constraints())
    for (const ConstraintRow& row : constraint.rows)
      refuse_kinks(equations().system, row, settings_.from, settings_.until);
  next_switch_ = switches_.next(settings_.from);
}

void Simulation::begin_sizes() {
  const Index n = start_.q.size();
  dynamics_.look_around(settings_.from, start_.q, start_.v);
  const Vector a = Eigen::Map<const Vector>(start_row_.data() + layout_.a, n);
  MotionBeginning beginning{dynamics_.inertia(), start_.q, start_.v,
                            a.allFinite() ? a : Vector::Zero(n)};
  Vector y = y_, dy = y_, later;
  const auto accelerate = [&](double t, const Vector& q, const Vector& v) -> const Vector* {
    y.head(n) = q;
    y.segment(n, n) = v;
    // beside the constraints the rank is another, and rows contradict each other
    if (dynamics_.explicit_motion() == nullptr && !project(t, y, y)) return nullptr;
    dynamics_.forget_rank();
    if (!flow_.evaluate(t, y, dy)) return nullptr;
    later = dy.segment(n, n);
    return &later;
  };
  const auto terms = [&](double t, const Vector& q, const Vector& v) {
    return dynamics_.force_terms(t, q, v);
  };
  find_natural_time(beginning, dynamics_.sizes().blocks(), settings_.from,
                    longest_step(settings_.until - settings_.from), accelerate, terms);
  dynamics_.forget_trouble();
  dynamics_.forget_rank();
  dynamics_.sizes().begin(beginning);
}

// such as (x − y)² = 0, whose gradient vanishes wherever it holds: whoever wrote it should know, and so should anybody
// who gave a mass the wrong sign
void Simulation::find_idle_rows() {
  const Index n = start_.q.size();
  dynamics_.evaluate(settings_.from, y_.head(n), y_.segment(n, n));
  for (std::size_t r = 0; r < dynamics_.rows(); ++r) {
    double largest = 0;
    dynamics_.for_row(
        r, [&](std::size_t, double entry) { largest = std::max(largest, std::fabs(entry)); });
    if (largest == 0) idle_rows_.push_back(equations().rows[r].name);
  }
  for (const std::size_t j : dynamics_.negative_inertias())
    negative_.push_back(equations().system.coordinates()[j].name);
}

Motion Simulation::run(const std::function<bool(double)>& progress,
                       const std::function<void(std::span<const double>)>& output) {
  Motion motion;
  output_function_ = output;
  progress_ = progress;
  motion.simulation_ = shared_from_this();
  begin(motion);
  if (const auto stop = stops_.at(t_, y_)) end(Fate::stopped, stop->condition, motion);
  while (!finished_ && t_ < settings_.until) {
    if (const auto asked = end_asked_for(t_))
      end(asked->fate, asked->detail, motion);
    else if (next_switch_ && t_ >= next_switch_->before)
      pass_switch(motion);
    else if (near_singular_)
      take_taylor_step(motion);
    else
      take_step(motion);
    if (finished_) break;
    limits_.count_step();
    if (const Trouble stuck = pace_.after_step(t_, y_)) end(stuck.fate, stuck.detail, motion);
  }
  if (!finished_) end(Fate::reached_the_end, "", motion);
  progress_ = {};  // it may speak of what lives no longer than this call
  motion.counters_ = integrator_->counters();
  if (taylor_) motion.counters_ += taylor_->counters();
  return motion;
}

// by who started the run, or by its limits
std::optional<Trouble> Simulation::end_asked_for(double t) const {
  if (progress_ && !progress_(t)) return Trouble{Fate::interrupted, ""};
  return limits_.reached(t);
}

void Simulation::begin(Motion& motion) {
  limits_.begin();
  t_ = settings_.from;
  next_output_ = settings_.from + settings_.every;
  reserve_rows(motion);
  if (!start_.shifted.empty())
    motion.events_.push_back(
        {t_, fmt::format("start values moved onto the constraints by up to {:.3g}: {}",
                         start_.shift, fmt::join(start_.shifted, ", "))});
  if (!idle_rows_.empty())
    motion.events_.push_back({t_, fmt::format("no gradient, and so no force, at the start: {}",
                                              fmt::join(idle_rows_, ", "))});
  if (!negative_.empty())
    motion.events_.push_back(
        {t_, fmt::format("negative inertia, which no mass has, at the start: {}",
                         fmt::join(negative_, ", "))});
  replay_.add(t_, y_);
  integrator_->limit_steps(longest_step(settings_.until - settings_.from));
  integrator_->start(t_, y_);
  append_row(start_row_, motion);
  audit(motion);
}

// for all rows if the run reaches its end, as long as that is no waste
void Simulation::reserve_rows(Motion& motion) const {
  check_table_size(settings_, layout_.width());
  constexpr double most_numbers = 1 << 22;
  const double rows = 2 + (settings_.until - settings_.from) / settings_.every;
  const double numbers = rows * static_cast<double>(layout_.width());
  if (numbers < most_numbers) motion.table_.reserve(static_cast<std::size_t>(numbers));
}

double Simulation::end_of_smooth_part() const {
  return next_switch_ ? next_switch_->before : settings_.until;
}

// Formulas of time change their sides, the state hardly moves: the integrator begins anew beyond.
void Simulation::pass_switch(Motion& motion) {
  const double after = next_switch_->after;
  Vector slope = y_;
  if (flow_.evaluate(t_, y_, slope)) y_ += (after - t_) * slope;
  // an energy that is switched is the work of whoever does it
  const double energy = dynamics_.audit(t_, y_).energy;
  t_ = after;
  y_[y_.size() - 1] += dynamics_.audit(t_, y_).energy - energy;
  next_switch_ = switches_.next(t_);
  const bool projected = project(t_, y_, y_);
  const Verdict verdict = judge(t_, y_, projected);
  if (verdict.trouble) {
    end(verdict.trouble.fate, verdict.trouble.detail, motion);
    return;
  }
  rank_ = verdict.rank;
  replay_.add(t_, y_);
  (near_singular_ ? taylor_ : integrator_)->start(t_, y_);
}

void Simulation::take_step(Motion& motion) {
  flow_.take_ratios();
  // nobody goes over it where a part of a step is repeated later
  flow_.stop_at_dips(may_use_series_);
  StepStatus status = integrator_->step(end_of_smooth_part());
  flow_.stop_at_dips(false);
  const bool by_series = settings_.method == Method::taylor;
  if (by_series && status == StepStatus::advanced) sample_ratios();
  RatiosMet ratios = flow_.take_ratios();
  bool creeps = status == StepStatus::advanced && creeps_up();
  // it may be the rows alone for which the equation is written out that come to depend on each other
  const bool is_near = ratios.is_dip() || creeps || status != StepStatus::advanced;
  if (is_near && dynamics_.has_rows_to_choose() && !by_series) {
    if (choose_rows()) return;
    flow_.look_at_all_rows(true);
    status = integrator_->step(end_of_smooth_part());
    flow_.look_at_all_rows(false);
    ratios = flow_.take_ratios();
    creeps = status == StepStatus::advanced && creeps_up();
  }
  // near a singular position the stages answer with garbage: the step is not taken, a series goes over it
  if (may_use_series_ && (ratios.is_dip() || creeps || status != StepStatus::advanced)) {
    near_singular_ = true;
    // most runs never need it
    if (!taylor_) taylor_ = make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance);
    regular_above_ = std::min(2 * dip_below, 0.5 * ratios.first());
    ratio_before_ = ratio_here();
    taylor_->limit_steps(longest_step(settings_.until - settings_.from));
    taylor_->start(t_, y_);
    take_taylor_step(motion);
    return;
  }
  if (status != StepStatus::advanced || (creeps && !by_series)) {
    end_from(creeps ? StepStatus::singular : status, motion);
    return;
  }
  // a ratio that goes through zero falls to a small part of its largest value in the step or in the one before
  if (ratios.is_fall() || passages_.falls_at(t_)) note_passage(*integrator_, motion);
  replay_.next_step(by_series ? Replay::By::taylor : Replay::By::runge_kutta);
  ratio_before_ = ratio_of_step();
  ratio_fell_from_ = flow_.is_regular() ? ratio_before_ : std::max(ratio_fell_from_, ratio_before_);
  accept_step(*integrator_, motion);
}

/// Of singular values where the last step has landed, as far as it matters.
double Simulation::ratio_of_step() const {
  return flow_.is_regular() ? regular_ratio : dynamics_.pivot_ratio();
}

/// Whether the last steps together come nearer to a loss of rank than their stages can be trusted: ever shorter steps
/// would creep up to the singular position, until rounding chooses the branch beyond.
bool Simulation::creeps_up() const {
  // who cannot hand over to a series may go on for longer: not every approach ends in a singular position
  const double part = may_use_series_ ? dip_part : singular_below * singular_below;
  const double ratio = ratio_of_step();
  return ratio < ratio_before_ && ratio < part * ratio_fell_from_;
}

// for the present state; whether they are others than before
bool Simulation::choose_rows() {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  return dynamics_.choose_rows(t_, y_.head(n), y_.segment(n, n), rank_);
}

// a series evaluates the equations at one point only: look at some more
void Simulation::sample_ratios() {
  constexpr int pieces = 4;
  const double t0 = integrator_->t_before(), h = (integrator_->t() - t0) / pieces;
  Vector y = y_, dy = y_;
  integrator_->interpolate(t0, y);
  flow_.evaluate(t0, y, dy);
  const bool from_regular = flow_.is_regular();
  for (int i = 1; i <= pieces; ++i) {
    integrator_->interpolate(t0 + i * h, y);
    if (from_regular)
      flow_.look_at(t0 + i * h, y);
    else
      flow_.evaluate(t0 + i * h, y, dy);
  }
}

void Simulation::take_taylor_step(Motion& motion) {
  const StepStatus status = taylor_->step(end_of_smooth_part());
  if (status != StepStatus::advanced) {
    end_from(status, motion);
    return;
  }
  note_passage(*taylor_, motion);
  replay_.next_step(Replay::By::taylor);
  accept_step(*taylor_, motion);
  if (finished_) return;
  // a singular position that still lies ahead is passed by a series too
  const double ratio = ratio_here();
  const bool leads_away = ratio > ratio_before_ || ratio > 2 * dip_below;
  if (ratio > regular_above_ && leads_away) {
    near_singular_ = false;
    ratio_fell_from_ = ratio;
    integrator_->start(t_, y_);
  }
  ratio_before_ = ratio;
}

/// Of singular values at the present state; 0 where there is no acceleration.
double Simulation::ratio_here() {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const bool is_defined = dynamics_.accelerate(t_, y_.head(n), y_.segment(n, n));
  return is_defined ? dynamics_.pivot_ratio() : 0;
}

void Simulation::note_passage(Integrator& integrator, Motion& motion) {
  if (const auto passage = passages_.within_last_step(integrator, rank_))
    motion.events_.push_back(*passage);
}

void Simulation::accept_step(Integrator& integrator, Motion& motion) {
  const bool may_end_early = !gradients_.empty() || !stops_.empty();
  if (may_end_early && ends_within_step(integrator, motion)) return;
  const double t = integrator.t();
  dynamics_.sizes().take(integrator.y().data());
  if (!dynamics_.sizes().are_finite()) {
    end(Fate::not_finite, "the state or its energy", motion);
    return;
  }
  Vector& y = landing_;
  const bool projected = project(t, integrator.y(), y);
  if (projected && repairs_too_much(integrator)) {
    take_shorter_step(integrator, motion);
    return;
  }
  // the rank is decided anew where it may have changed: when rows were redundant, or nearly so
  const bool clear =
      flow_.is_regular() && (settings_.drift != Drift::project || manifold_.is_regular());
  const bool regular =
      clear || (rank_ == static_cast<Index>(dynamics_.rows()) && dynamics_.rank() == rank_ &&
                dynamics_.pivot_ratio() > singular_below);
  const StateAudit found = dynamics_.audit(t, y);
  // a sum is not finite where one of its terms is not; where it overflows by itself the verdict finds nothing
  const bool finite = std::isfinite(y.sum() + found.energy);
  if (!projected || !regular || !finite) {
    const Verdict verdict = judge(t, y, projected);
    if (verdict.trouble) {
      end_at_first_trouble(verdict.trouble, integrator, motion);
      return;
    }
    if (verdict.rank != rank_)
      motion.events_.push_back({t, fmt::format("rank changes from {} to {}", rank_, verdict.rank)});
    rank_ = verdict.rank;
  }
  if (next_output_ <= t && !record_outputs(integrator, settings_.until, motion)) return;
  t_ = t;
  y_.swap(y);
  if (settings_.drift == Drift::project) integrator.correct(y_);
  if (!regular && dynamics_.has_rows_to_choose()) choose_rows();
  replay_.add(t_, y_);
  audit(found, motion);
}

// Steps by series know about the constraints beside a singular position, and land less exactly there.
bool Simulation::repairs_too_much(const Integrator& integrator) const {
  return settings_.drift == Drift::project && &integrator == integrator_.get() &&
         manifold_.correction() > ProjectionProgress::most_tolerances *
                                      std::max(settings_.tolerance, smallest_tolerance);
}

void Simulation::take_shorter_step(Integrator& integrator, Motion& motion) {
  constexpr double shorter = 0.25;
  const double h = shorter * (integrator.t() - t_);
  if (h < 4 * smallest_step(t_, settings_.until)) {
    end_from(StepStatus::too_small, motion);
    return;
  }
  integrator.start(t_, y_, h);
}

// whether the motion can go on from y, which is `projected` onto the constraints if that was possible
Simulation::Verdict Simulation::judge(double t, const Vector& y, bool projected) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const numeric::Solution solution = dynamics_.decide_rank(t, y.head(n), y.segment(n, n));
  Verdict verdict{dynamics_.trouble_of(solution), std::max(rank_, solution.rank.value)};
  if (verdict.trouble) return verdict;
  if (!is_finite(y, dynamics_.energy(t, y.head(n), y.segment(n, n))))
    verdict.trouble = {Fate::not_finite, "the state or its energy"};
  else if (!projected)
    verdict.trouble = {Fate::not_converging,
                       "no state near the last one is found that satisfies the constraints"};
  else if (solution.rank.value < rank_)
    verdict.trouble = {
        Fate::branch_not_determined,
        fmt::format("the constraints lose rank, from {} to {}: {} depend on each "
                    "other",
                    rank_, solution.rank.value, dependent_rows(solution.redundancy, equations()))};
  return verdict;
}

// The run ends where the trouble begins, by bisection of the step to the resolution of the outcome.
void Simulation::end_at_first_trouble(Trouble trouble, Integrator& integrator, Motion& motion) {
  double good = integrator.t_before(), bad = integrator.t();
  Vector y = y_;
  while (bad - good > 1e-12 * longest_time()) {
    const double middle = 0.5 * (good + bad);
    integrator.interpolate(middle, y);
    const bool projected = project(middle, y, y);
    const Trouble there = judge(middle, y, projected).trouble;
    (there ? bad : good) = middle;
    if (there) trouble = there;
  }
  if (!record_outputs(integrator, good, motion)) return;
  move_into_step(good, integrator);
  audit(motion);
  end(trouble.fate, trouble.detail, motion);
}

// a motion that is no longer determined, or a condition that comes true
bool Simulation::ends_within_step(Integrator& integrator, Motion& motion) {
  if (const auto loss = gradients_.within_last_step(integrator, rank_)) {
    move_into_step(loss->t_before, integrator);
    end(Fate::branch_not_determined,
        fmt::format("constraint '{}' loses its gradient with the velocities", loss->row), motion);
    return true;
  }
  const auto stop = stops_.within_last_step(integrator);
  if (!stop) return false;
  if (!record_outputs(integrator, stop->t, motion)) return true;
  move_into_step(stop->t, integrator);
  audit(motion);
  end(Fate::stopped, stop->condition, motion);
  return true;
}

void Simulation::move_into_step(double t, Integrator& integrator) {
  integrator.interpolate(t, y_);
  project(t, y_, y_);
  t_ = t;
}

// `from` onto the constraints, where that is asked for
bool Simulation::project(double t, const Vector& from, Vector& y) {
  if (settings_.drift == Drift::project) return manifold_.project_state(t, from, y);
  y = from;
  return true;
}

// the outputs of the last step before `until`, which is itself recorded when the run ends there; false where somebody
// ends the run meanwhile
bool Simulation::record_outputs(Integrator& integrator, double until, Motion& motion) {
  Vector& y = output_;
  while (next_output_ <= integrator.t() &&
         next_output_ < until * (1 - 1e-14) + settings_.from * 1e-14) {
    const double t = next_output_;
    // an output may lie in the gap of a few units in the last place where formulas switch
    integrator.interpolate(std::max(t, integrator.t_before()), y);
    project(t, y, y);
    append_row(recorder_.row(t, y), motion);
    ++outputs_;
    next_output_ = settings_.from + static_cast<double>(outputs_ + 1) * settings_.every;
    const auto asked = end_asked_for(t);
    if (!asked) continue;
    y_ = y;
    t_ = t;
    end(asked->fate, asked->detail, motion);
    return false;
  }
  return true;
}

void Simulation::append_row(const std::vector<double>& row, Motion& motion) {
  motion.table_.insert(motion.table_.end(), row.begin(), row.end());
  if (output_function_) output_function_(row);
  motion.largest_.virtual_work = std::max(motion.largest_.virtual_work, row[layout_.virtual_work]);
  motion.largest_.acceleration =
      std::max(motion.largest_.acceleration, row[layout_.acceleration_residual]);
}

void Simulation::audit(Motion& motion) { audit(dynamics_.audit(t_, y_), motion); }

void Simulation::audit(const StateAudit& audit, Motion& motion) {
  motion.largest_.position = std::max(motion.largest_.position, audit.position);
  motion.largest_.velocity = std::max(motion.largest_.velocity, audit.velocity);
  const double change = audit.energy - energy_at_start_;
  motion.energy_deviation_ = std::max(motion.energy_deviation_, std::fabs(change));
  motion.energy_imbalance_ =
      std::max(motion.energy_imbalance_, std::fabs(change - y_.tail<4>().sum()));
}

void Simulation::end_from(StepStatus status, Motion& motion) {
  // what is written out gives no reason, and it may lie just beyond the last state
  if (status == StepStatus::not_defined && !dynamics_.trouble()) {
    const Index n = static_cast<Index>(dynamics_.coordinates());
    const double beyond = t_ + 4 * smallest_step(t_, settings_.until);
    dynamics_.accelerate(beyond, y_.head(n), y_.segment(n, n));
  }
  const Trouble trouble = dynamics_.trouble();
  if (status == StepStatus::not_defined && trouble)
    end(trouble.fate, trouble.detail, motion);
  else if (status == StepStatus::singular)
    end(Fate::branch_not_determined, "the constraints lose rank and the series cannot pass over",
        motion);
  else if (status == StepStatus::not_converging)
    end(Fate::not_converging, "the equations of an implicit step", motion);
  else
    end(Fate::step_too_small, "the tolerance cannot be kept", motion);
}

void Simulation::end(Fate fate, const std::string& detail, Motion& motion) {
  motion.outcome_ = {fate, t_, detail};
  finished_ = true;
  replay_.add(t_, y_);
  if (motion.table_[motion.table_.size() - layout_.width()] < t_)
    append_row(recorder_.row(t_, y_), motion);
}

std::vector<double> Simulation::row_at(double t) {
  const std::scoped_lock alone(*reading_);
  return recorder_.row(t, replay_.state_at(t));
}

std::vector<double> Simulation::evaluate_at(const std::vector<NodeId>& formulas, double t) {
  const std::scoped_lock alone(*reading_);
  const Vector y = replay_.state_at(t);
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const Vector q = y.head(n), v = y.segment(n, n);
  const Instant now = dynamics_.instant(t, q, v);
  if (now.trouble)
    return std::vector<double>(formulas.size(), std::numeric_limits<double>::quiet_NaN());
  CompiledFormulas program(equations().graph(), resolve_forces(equations(), formulas),
                           dynamics_.inputs());
  return program.evaluate(dynamics_.input_values(t, q, v, now));
}

std::vector<std::vector<double>> Simulation::evaluate_rows(const std::vector<NodeId>& formulas,
                                                           const Motion& motion) {
  const std::scoped_lock alone(*reading_);
  TableFormulas program(equations(), formulas);
  std::vector<std::vector<double>> results;
  for (std::size_t i = 0; i < motion.size(); ++i)
    results.push_back(program.evaluate(motion.row(i)));
  return results;
}

}  // namespace alembert
