#include "motion/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "mechanics/model_error.hpp"
#include "motion/taylor.hpp"

namespace alembert {

using numeric::Index;

namespace {

// ratio of singular values below which a state counts as singular
constexpr double singular_below = 1e-3;
// a step in which the ratio dips below both of these, the second relative to its start, comes near a
// singular position: Runge-Kutta stages, which lie off the constraints, can no longer be trusted there
constexpr double dip_below = 0.05;
constexpr double dip_part = 0.3;

}  // namespace

// (q, q̇) and the works of the four kinds of forces
class Simulation::MotionFlow : public Flow {
 public:
  explicit MotionFlow(Dynamics& dynamics)
      : dynamics_(dynamics), n_(static_cast<Index>(dynamics.coordinates())), q_(n_), v_(n_) {}

  std::size_t size() const override { return static_cast<std::size_t>(2 * n_ + 4); }
  std::size_t controlled() const override { return static_cast<std::size_t>(2 * n_); }

  bool evaluate(double t, const Vector& y, Vector& dy) override {
    q_ = y.head(n_);
    v_ = y.segment(n_, n_);
    if (!dynamics_.accelerate(t, q_, v_)) return false;
    if (first_ratio_ == 0) first_ratio_ = dynamics_.pivot_ratio();
    smallest_ratio_ = std::min(smallest_ratio_, dynamics_.pivot_ratio());
    dy.head(n_) = v_;
    dy.segment(n_, n_) = dynamics_.acceleration();
    const Powers& powers = dynamics_.powers();
    dy.tail<4>() << powers.applied, powers.ideal, powers.nonideal, powers.time;
    return true;
  }
  double noise() const override { return dynamics_.noise(); }

  // ratios of singular values met since the last call
  struct Ratios {
    double first, smallest;
  };
  Ratios take_ratios() {
    return {std::exchange(first_ratio_, 0.0), std::exchange(smallest_ratio_, 1.0)};
  }

 private:
  Dynamics& dynamics_;
  const Index n_;
  Vector q_, v_;
  double first_ratio_ = 0, smallest_ratio_ = 1;
};

Simulation::Simulation(const Equations& equations, const RunSettings& settings)
    : settings_(settings),
      dynamics_(
          equations,
          {settings.rank_tolerance, settings.inconsistent == Inconsistent::least_squares,
           settings.drift == Drift::baumgarte, settings.baumgarte_alpha, settings.baumgarte_beta}),
      manifold_(dynamics_, settings.rank_tolerance),
      layout_(equations),
      n_(equations.system.coordinates().size()),
      flow_(std::make_unique<MotionFlow>(dynamics_)) {
  std::vector<NodeId> watches, conditions;
  for (const Watch& watch : equations.watches) watches.push_back(watch.formula);
  watches_ = compile(equations.graph(), watches, dynamics_.inputs());
  for (const Condition& condition : settings.stop_when) conditions.push_back(condition.formula);
  conditions_ = compile(equations.graph(), conditions, dynamics_.inputs());
  condition_values_.resize(conditions.size());
  for (std::size_t r = 0; r < equations.rows.size(); ++r)
    if (equations.rows[r].level == Level::velocity &&
        equations.rows[r].classification.form == VelocityForm::nonlinear)
      nonlinear_rows_.push_back(r);
  integrator_ = make_integrator();
  if (settings.method != Method::taylor && taylor_applies(equations))
    taylor_ = make_taylor(dynamics_, settings.tolerance, settings.rank_tolerance);
}

Simulation::~Simulation() = default;

std::unique_ptr<Integrator> Simulation::make_integrator() {
  switch (settings_.method) {
    case Method::dop853:
      return make_dop853(*flow_, settings_.tolerance);
    case Method::gauss:
      return make_gauss(*flow_, settings_.tolerance);
    case Method::stiff:
      return make_stiff(*flow_, settings_.tolerance);
    case Method::taylor:
      break;
  }
  if (!taylor_applies(equations()))
    throw ModelError("method taylor cannot be used with a law that contains total(...)",
                     "its loop has no Taylor series; use method dop853");
  return make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance);
}

Motion Simulation::run(const StartData& start, const std::function<bool(double)>& progress) {
  Motion motion;
  motion.simulation_ = shared_from_this();
  find_consistent_start(start, motion);
  integrator_->start(t_, y_);
  append_row(motion, t_, y_);
  next_output_ = 1;
  audit(motion);
  for (std::size_t c = 0; c < settings_.stop_when.size(); ++c)
    if (holds(c, t_, y_)) end(motion, Fate::stopped, settings_.stop_when[c].text);
  while (!finished_ && t_ < settings_.until) {
    if (progress && !progress(t_)) {
      end(motion, Fate::interrupted, "");
      break;
    }
    if (!(near_singular_ ? take_taylor_step(motion) : take_step(motion))) break;
  }
  if (!finished_) end(motion, Fate::reached_the_end, "");
  motion.counters_ = integrator_->counters();
  if (taylor_) {
    motion.counters_.steps += taylor_->counters().steps;
    motion.counters_.rejected += taylor_->counters().rejected;
    motion.counters_.evaluations += taylor_->counters().evaluations;
  }
  return motion;
}

void Simulation::find_consistent_start(const StartData& data, Motion& motion) {
  t_ = settings_.from;
  const ConsistentStart start = find_start(dynamics_, manifold_, data, t_);
  if (!start.shifted.empty())
    motion.events_.push_back(
        {t_, fmt::format("start values moved onto the constraints by up to {:.3g}: {}", start.shift,
                         fmt::join(start.shifted, ", "))});
  const numeric::Solution solution = dynamics_.decide_rank(t_, start.q, start.v);
  if (const Trouble trouble = dynamics_.trouble_of(solution))
    throw ModelError(fmt::format("{} at the start: {}", name_of(trouble.fate), trouble.detail));
  rank_ = solution.rank.value;
  refuse_undetermined_start(start.q, start.v);
  const Instant instant = dynamics_.instant(t_, start.q, start.v);
  if (instant.trouble)
    throw ModelError(
        fmt::format("{} at the start: {}", name_of(instant.trouble.fate), instant.trouble.detail));
  y_ = Vector::Zero(static_cast<Index>(2 * n_ + 4));
  y_.head(static_cast<Index>(n_)) = start.q;
  y_.segment(static_cast<Index>(n_), static_cast<Index>(n_)) = start.v;
  energy_at_start_ = dynamics_.energy(t_, start.q, start.v);
  checkpoints_.push_back({t_, y_, settings_.method == Method::taylor});
}

// A start at which the constraints have less rank than at states beside it lies on several branches.
void Simulation::refuse_undetermined_start(const Vector& q, const Vector& v) {
  if (dynamics_.rows() == 0) return;
  std::mt19937_64 random(11);
  std::normal_distribution<double> anywhere;
  for (int trial = 0; trial < 3; ++trial) {
    Vector beside_q = q, beside_v = v;
    for (double& x : beside_q) x += 1e-3 * anywhere(random) * (1 + std::fabs(x));
    for (double& x : beside_v) x += 1e-3 * anywhere(random) * (1 + std::fabs(x));
    if (!manifold_.project(t_, beside_q, beside_v)) continue;
    const numeric::Solution beside = dynamics_.decide_rank(t_, beside_q, beside_v);
    if (beside.rank.value > rank_)
      throw ModelError(
          fmt::format("the start is singular: the constraints have rank {} there and {} beside it",
                      rank_, beside.rank.value),
          "several motions branch off from it; start beside it, on the branch that is meant");
  }
  dynamics_.decide_rank(t_, q, v);
}

bool Simulation::take_step(Motion& motion) {
  flow_->take_ratios();
  const StepStatus status = integrator_->step(settings_.until);
  if (settings_.method == Method::taylor && status == StepStatus::advanced) sample_ratios();
  const MotionFlow::Ratios ratios = flow_->take_ratios();
  // near a singular position the stages answer with garbage: the step is not taken, a series goes over it
  const bool dips = ratios.smallest < dip_part * ratios.first;
  const bool doubtful = dips && ratios.smallest < dip_below;
  if (taylor_ && (doubtful || status != StepStatus::advanced)) {
    near_singular_ = true;
    regular_above_ = std::min(2 * dip_below, 0.5 * ratios.first);
    taylor_->start(t_, y_);
    return take_taylor_step(motion);
  }
  if (status != StepStatus::advanced) {
    end_from(status, motion);
    return false;
  }
  if (dips) note_passage(*integrator_, motion);
  return accept_step(*integrator_, motion, false);
}

// a series evaluates the equations at one point only: look at some more
void Simulation::sample_ratios() {
  constexpr int pieces = 4;
  const double t0 = integrator_->t_before(), h = (integrator_->t() - t0) / pieces;
  Vector y = y_, dy = y_;
  for (int i = 0; i <= pieces; ++i) {
    integrator_->interpolate(t0 + i * h, y);
    flow_->evaluate(t0 + i * h, y, dy);
  }
}

bool Simulation::take_taylor_step(Motion& motion) {
  const StepStatus status = taylor_->step(settings_.until);
  if (status != StepStatus::advanced) {
    end_from(status, motion);
    return false;
  }
  note_passage(*taylor_, motion);
  if (!accept_step(*taylor_, motion, true)) return false;
  const Index n = static_cast<Index>(n_);
  if (dynamics_.accelerate(t_, y_.head(n), y_.segment(n, n)) &&
      dynamics_.pivot_ratio() > regular_above_) {
    near_singular_ = false;
    integrator_->start(t_, y_);
  }
  return true;
}

bool Simulation::accept_step(Integrator& integrator, Motion& motion, bool by_taylor) {
  checkpoints_.back().by_taylor = by_taylor || settings_.method == Method::taylor;
  if (check_velocity_rank(integrator, motion)) return false;
  Vector y = integrator.y();
  if (settings_.drift == Drift::project) {
    if (!project(integrator.t(), y)) {
      end(motion, Fate::not_converging, "the projection onto the constraints");
      return false;
    }
  }
  if (check_stops(integrator, motion)) return false;
  record_outputs(integrator, motion);
  t_ = integrator.t();
  y_ = y;
  if (settings_.drift == Drift::project) integrator.correct(y_);
  checkpoints_.push_back({t_, y_, false});
  audit(motion);
  watch_rank(motion);
  return !finished_;
}

bool Simulation::project(double t, Vector& y) {
  const Index n = static_cast<Index>(n_);
  Vector q = y.head(n), v = y.segment(n, n);
  if (!manifold_.project(t, q, v)) return false;
  y.head(n) = q;
  y.segment(n, n) = v;
  return true;
}

void Simulation::record_outputs(Integrator& integrator, Motion& motion) {
  Vector y = y_;
  for (;; ++next_output_) {
    const double t = settings_.from + static_cast<double>(next_output_) * settings_.every;
    // the last output is the end itself, recorded when the run ends
    if (t > integrator.t() || t >= settings_.until * (1 - 1e-14) + settings_.from * 1e-14) return;
    integrator.interpolate(t, y);
    if (settings_.drift == Drift::project) project(t, y);
    append_row(motion, t, y);
  }
}

void Simulation::append_row(Motion& motion, double t, const Vector& y) {
  const std::vector<double> row = make_row(t, y);
  motion.table_.insert(motion.table_.end(), row.begin(), row.end());
  motion.largest_.virtual_work = std::max(motion.largest_.virtual_work, row[layout_.virtual_work]);
  motion.largest_.acceleration =
      std::max(motion.largest_.acceleration, row[layout_.acceleration_residual]);
}

void Simulation::audit(Motion& motion) {
  const Index n = static_cast<Index>(n_);
  const Vector q = y_.head(n), v = y_.segment(n, n);
  const Residuals& residuals = dynamics_.residuals(t_, q, v);
  motion.largest_.position = std::max(motion.largest_.position, residuals.largest_position());
  motion.largest_.velocity = std::max(motion.largest_.velocity, residuals.largest_velocity());
  const double change = dynamics_.energy(t_, q, v) - energy_at_start_;
  motion.energy_deviation_ = std::max(motion.energy_deviation_, std::fabs(change));
  motion.energy_imbalance_ =
      std::max(motion.energy_imbalance_, std::fabs(change - y_.tail<4>().sum()));
}

// The rank is decided anew where it may have changed: when rows were redundant, or nearly so.
void Simulation::watch_rank(Motion& motion) {
  const Index n = static_cast<Index>(n_);
  const Vector q = y_.head(n), v = y_.segment(n, n);
  const bool redundant = rank_ < static_cast<Index>(dynamics_.rows());
  if (!redundant && dynamics_.pivot_ratio() > singular_below) return;
  const numeric::Solution solution = dynamics_.decide_rank(t_, q, v);
  if (const Trouble trouble = dynamics_.trouble_of(solution)) {
    end(motion, trouble.fate, trouble.detail);
    return;
  }
  if (solution.rank.value == rank_) return;
  std::string values;
  for (const double sigma : solution.rank.singular_values)
    values += fmt::format("{}{:.3g}", values.empty() ? "" : " ", sigma);
  motion.events_.push_back({t_, fmt::format("rank changes from {} to {}; singular values {}", rank_,
                                            solution.rank.value, values)});
  if (solution.rank.value < rank_) {
    end(motion, Fate::branch_not_determined,
        fmt::format("the constraints lose rank, from {} to {}", rank_, solution.rank.value));
    return;
  }
  rank_ = solution.rank.value;
}

double Simulation::row_ratio(double t, const Vector& y) {
  const Index n = static_cast<Index>(n_);
  return dynamics_.accelerate(t, y.head(n), y.segment(n, n)) ? dynamics_.pivot_ratio() : 0;
}

// where in the last step the constraints were nearest to a loss of rank
void Simulation::note_passage(Integrator& integrator, Motion& motion) {
  Vector y = y_;
  const auto ratio = [&](double t) {
    integrator.interpolate(t, y);
    project(t, y);
    return row_ratio(t, y);
  };
  constexpr int pieces = 8;
  const double t0 = integrator.t_before(), h = (integrator.t() - t0) / pieces;
  int best = 0;
  double smallest = 1;
  for (int i = 0; i <= pieces; ++i) {
    const double here = ratio(t0 + i * h);
    if (here < smallest) {
      smallest = here;
      best = i;
    }
  }
  if (best > 0 && best < pieces) {
    // golden section between the neighbours of the smallest
    double left = t0 + (best - 1) * h, right = t0 + (best + 1) * h;
    constexpr double golden = 0.6180339887498949;
    while (right - left > 1e-7 * std::max(1.0, std::fabs(right))) {
      const double a = right - golden * (right - left), b = left + golden * (right - left);
      if (ratio(a) < ratio(b))
        right = b;
      else
        left = a;
    }
    const double t = 0.5 * (left + right);
    smallest = ratio(t);
    if (smallest < singular_below) {
      integrator.interpolate(t, y);
      project(t, y);
      const Index n = static_cast<Index>(n_);
      const numeric::Solution there =
          dynamics_.decide_rank(t, Vector(y.head(n)), Vector(y.segment(n, n)));
      std::string rows;
      for (const numeric::DependentRows& group : there.redundancy.groups)
        for (const Index r : group.rows)
          rows += fmt::format("{}{}", rows.empty() ? "" : ", ",
                              equations().rows[static_cast<std::size_t>(r)].name);
      motion.events_.push_back(
          {t, fmt::format(
                  "singular position passed on its own branch; smallest singular value {:.3g}{}{}",
                  smallest, rows.empty() ? "" : " of rows ", rows)});
    }
  }
  // back to the rank of the accepted states
  const Index n = static_cast<Index>(n_);
  dynamics_.decide_rank(integrator.t(), Vector(integrator.y().head(n)),
                        Vector(integrator.y().segment(n, n)));
}

// A row nonlinear in the velocities can lose its gradient at an instant, as Appell's cone does at rest;
// what follows is then not determined.
bool Simulation::check_velocity_rank(Integrator& integrator, Motion& motion) {
  if (nonlinear_rows_.empty()) return false;
  const Index n = static_cast<Index>(n_);
  Vector y = y_;
  const auto gradient = [&](double t, std::size_t row) {
    integrator.interpolate(t, y);
    dynamics_.evaluate(t, y.head(n), y.segment(n, n));
    return dynamics_.A().row(static_cast<Index>(row)).norm();
  };
  constexpr int pieces = 8;
  const double t0 = integrator.t_before(), t1 = integrator.t(), h = (t1 - t0) / pieces;
  for (const std::size_t row : nonlinear_rows_) {
    double largest = 0, smallest = std::numeric_limits<double>::infinity();
    int best = 0;
    for (int i = 0; i <= pieces; ++i) {
      const double size = gradient(i == pieces ? t1 : t0 + i * h, row);
      largest = std::max(largest, size);
      if (size < smallest) {
        smallest = size;
        best = i;
      }
    }
    if (smallest > 0.5 * largest) continue;
    double left = t0 + std::max(0, best - 1) * h, right = t0 + std::min(pieces, best + 1) * h;
    constexpr double golden = 0.6180339887498949;
    for (int i = 0; i < 80; ++i) {
      const double a = right - golden * (right - left), b = left + golden * (right - left);
      if (gradient(a, row) < gradient(b, row))
        right = b;
      else
        left = a;
    }
    const double t = 0.5 * (left + right);
    if (gradient(t, row) > 1e-6 * largest) continue;
    // the last state before it is kept
    const double before = std::max(t0, t - 1e-6 * std::max(h, 1e-300));
    integrator.interpolate(before, y);
    if (settings_.drift == Drift::project) project(before, y);
    t_ = before;
    y_ = y;
    end(motion, Fate::branch_not_determined,
        fmt::format("constraint '{}' loses its gradient with the velocities",
                    equations().rows[row].name));
    return true;
  }
  return false;
}

bool Simulation::holds(std::size_t condition, double t, const Vector& y) {
  const Index n = static_cast<Index>(n_);
  Instant nothing;
  nothing.acceleration = Vector::Zero(n);
  nothing.lambda = nothing.lambda_total = Vector::Zero(static_cast<Index>(dynamics_.rows()));
  const std::vector<double>& inputs =
      dynamics_.input_values(t, y.head(n), y.segment(n, n), nothing);
  std::vector<double> workspace(conditions_->workspace_size(1));
  conditions_->evaluate(inputs.data(), condition_values_.data(), workspace.data());
  return condition_values_[condition] != 0;
}

// the first instant of the step at which a condition holds, by bisection to the resolution of time
bool Simulation::check_stops(Integrator& integrator, Motion& motion) {
  if (settings_.stop_when.empty()) return false;
  constexpr int pieces = 16;
  const double t0 = integrator.t_before(), t1 = integrator.t();
  Vector y = y_;
  const auto holds_at = [&](std::size_t c, double t) {
    integrator.interpolate(t, y);
    return holds(c, t, y);
  };
  double earliest = std::numeric_limits<double>::infinity();
  std::size_t which = 0;
  for (std::size_t c = 0; c < settings_.stop_when.size(); ++c) {
    for (int i = 1; i <= pieces; ++i) {
      const double t = i == pieces ? t1 : t0 + (t1 - t0) * i / pieces;
      if (t >= earliest) break;
      if (!holds_at(c, t)) continue;
      double before = t0 + (t1 - t0) * (i - 1) / pieces, after = t;
      for (double middle = 0.5 * (before + after); before < middle && middle < after;
           middle = 0.5 * (before + after))
        (holds_at(c, middle) ? after : before) = middle;
      earliest = after;
      which = c;
      break;
    }
  }
  if (!std::isfinite(earliest)) return false;
  // outputs up to the stop, then the stop itself
  const double until = settings_.until;
  settings_.until = earliest;
  record_outputs(integrator, motion);
  settings_.until = until;
  integrator.interpolate(earliest, y);
  if (settings_.drift == Drift::project) project(earliest, y);
  t_ = earliest;
  y_ = y;
  audit(motion);
  end(motion, Fate::stopped, settings_.stop_when[which].text);
  return true;
}

void Simulation::end_from(StepStatus status, Motion& motion) {
  const Trouble trouble = dynamics_.trouble();
  if (status == StepStatus::not_defined && trouble)
    end(motion, trouble.fate, trouble.detail);
  else if (status == StepStatus::singular)
    end(motion, Fate::branch_not_determined,
        "the constraints lose rank and the series cannot pass over");
  else if (status == StepStatus::not_converging)
    end(motion, Fate::not_converging, "the equations of an implicit step");
  else
    end(motion, Fate::step_too_small, "the tolerance cannot be kept");
}

void Simulation::end(Motion& motion, Fate fate, const std::string& detail) {
  motion.outcome_ = {fate, t_, detail};
  finished_ = true;
  checkpoints_.push_back({t_, y_, false});
  if (motion.table_[motion.table_.size() - layout_.width()] < t_) append_row(motion, t_, y_);
}

std::vector<double> Simulation::make_row(double t, const Vector& y) {
  const Index n = static_cast<Index>(n_);
  const Vector q = y.head(n), v = y.segment(n, n);
  const Instant now = dynamics_.instant(t, q, v);
  const Residuals& residuals = dynamics_.residuals(t, q, v);
  std::vector<double> row(layout_.width(), std::numeric_limits<double>::quiet_NaN());
  const auto put = [&](std::size_t at, const Vector& values) {
    std::copy(values.begin(), values.end(), row.begin() + static_cast<std::ptrdiff_t>(at));
  };
  row[layout_.t] = t;
  put(layout_.q, q);
  put(layout_.v, v);
  put(layout_.residual, residuals.position);
  put(layout_.rate, residuals.velocity);
  // position rows show φ and φ̇; velocity rows show ψ as their residual and have no rate
  for (std::size_t r = 0; r < dynamics_.rows(); ++r)
    if (equations().rows[r].level == Level::velocity) {
      row[layout_.residual + r] = residuals.velocity[static_cast<Index>(r)];
      row[layout_.rate + r] = 0;
    }
  row[layout_.energy] = dynamics_.energy(t, q, v);
  put(layout_.work, y.tail<4>());
  if (now.trouble) return row;

  put(layout_.a, now.acceleration);
  put(layout_.lambda, now.lambda);
  put(layout_.total, now.lambda_total);
  for (std::size_t r = 0; r < dynamics_.rows(); ++r)
    row[layout_.unique + r] = now.unique[r] ? 1 : 0;
  row[layout_.rank] = static_cast<double>(now.rank);
  row[layout_.acceleration_residual] = now.acceleration_residual;
  row[layout_.virtual_work] = now.virtual_work;

  // ideal_j = A_jᵀλ_j and nonideal_j = C_j + A_jᵀ(λ_tot − λ)_j, constraint by constraint
  numeric::Matrix ideal = numeric::Matrix::Zero(static_cast<Index>(layout_.forces.size()), n);
  numeric::Matrix nonideal = ideal;
  for (std::size_t r = 0; r < dynamics_.rows(); ++r) {
    const Index i = static_cast<Index>(r), c = static_cast<Index>(equations().rows[r].constraint);
    ideal.row(c) += now.lambda[i] * dynamics_.A().row(i);
    nonideal.row(c) += (now.lambda_total[i] - now.lambda[i]) * dynamics_.A().row(i);
  }
  for (std::size_t k = 0; k < dynamics_.nonideal_terms().size(); ++k) {
    const Dynamics::NonIdealTerm& term = dynamics_.nonideal_terms()[k];
    nonideal(static_cast<Index>(term.constraint), static_cast<Index>(term.coordinate)) +=
        now.C[static_cast<Index>(k)];
  }
  for (std::size_t c = 0; c < layout_.forces.size(); ++c) {
    const Index i = static_cast<Index>(c);
    for (const ForceColumn& column : layout_.forces[c]) {
      row[column.ideal] = ideal(i, static_cast<Index>(column.coordinate));
      row[column.nonideal] = nonideal(i, static_cast<Index>(column.coordinate));
    }
    row[layout_.power + c] = (ideal.row(i) + nonideal.row(i)).dot(v);
  }
  const std::vector<double>& inputs = dynamics_.input_values(t, q, v, now);
  std::vector<double> workspace(watches_->workspace_size(1));
  watches_->evaluate(inputs.data(), row.data() + layout_.watch, workspace.data());
  return row;
}

Simulation::Vector Simulation::state_at(double t) {
  const double first = checkpoints_.front().t, last = checkpoints_.back().t;
  if (!(t >= first && t <= last))
    throw ModelError(fmt::format("the motion is known from t = {:.6g} to {:.6g}, not at {:.6g}",
                                 first, last, t));
  const auto after = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), t,
                                      [](double time, const Checkpoint& c) { return time < c.t; });
  const Checkpoint& from = *std::prev(after);
  if (from.t == t) return from.y;
  const std::unique_ptr<Integrator> integrator =
      from.by_taylor ? make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance)
                     : make_dop853(*flow_, settings_.tolerance);
  integrator->start(from.t, from.y, t - from.t);
  while (integrator->t() < t)
    if (integrator->step(t) != StepStatus::advanced) break;
  Vector y = integrator->y();
  if (settings_.drift == Drift::project) project(t, y);
  return y;
}

std::vector<double> Simulation::row_at(double t) { return make_row(t, state_at(t)); }

std::vector<double> Simulation::evaluate_at(const std::vector<NodeId>& formulas, double t) {
  const Vector y = state_at(t);
  const Index n = static_cast<Index>(n_);
  const Vector q = y.head(n), v = y.segment(n, n);
  const Instant now = dynamics_.instant(t, q, v);
  if (now.trouble)
    return std::vector<double>(formulas.size(), std::numeric_limits<double>::quiet_NaN());
  const std::unique_ptr<Evaluator> program =
      compile(equations().graph(), resolve_forces(equations(), formulas), dynamics_.inputs());
  return alembert::evaluate(*program, dynamics_.input_values(t, q, v, now));
}

std::vector<std::vector<double>> Simulation::evaluate_rows(const std::vector<NodeId>& formulas,
                                                           const Motion& motion) {
  const std::unique_ptr<Evaluator> program =
      compile(equations().graph(), resolve_forces(equations(), formulas), dynamics_.inputs());
  const Index n = static_cast<Index>(n_), m = static_cast<Index>(dynamics_.rows());
  std::vector<std::vector<double>> results;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const std::span<const double> row = motion.row(i);
    const auto part = [&](std::size_t at, Index count) -> Vector {
      return Eigen::Map<const Vector>(row.data() + at, count);
    };
    Instant now;
    now.acceleration = part(layout_.a, n);
    now.lambda = part(layout_.lambda, m);
    now.lambda_total = part(layout_.total, m);
    results.push_back(alembert::evaluate(
        *program,
        dynamics_.input_values(row[layout_.t], part(layout_.q, n), part(layout_.v, n), now)));
  }
  return results;
}

}  // namespace alembert
