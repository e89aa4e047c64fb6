#include "motion/dynamics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "motion/friction_loop.hpp"
#include "numeric/kkt_factors.hpp"

namespace alembert {

using numeric::Index;
using numeric::Status;

namespace {

// within a step the rank is held: only an accepted, projected state may change it
numeric::SolverOptions solver_options(const DynamicsOptions& options) {
  numeric::SolverOptions result;
  result.rank.tolerance = options.rank_tolerance;
  result.rank.hysteresis = 1e9;
  // a stage lies off the constraints, where redundant rows contradict each other a little
  result.consistency_tolerance = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace

double Residuals::largest_position() const {
  return position.size() == 0 ? 0 : position.cwiseAbs().maxCoeff();
}

double Residuals::largest_velocity() const {
  return velocity.size() == 0 ? 0 : velocity.cwiseAbs().maxCoeff();
}

CompiledFormulas Dynamics::formulas(const std::vector<NodeId>& outputs) const {
  return {equations_.graph(), outputs, inputs_};
}

Dynamics::Dynamics(const Equations& equations, const DynamicsOptions& options)
    : equations_(equations),
      options_(options),
      n_(equations.system.coordinates().size()),
      m_(equations.rows.size()),
      solver_(solver_options(options)) {
  const System& system = equations_.system;
  inputs_.push_back(system.time().node());
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.v);
  parameters_at_ = inputs_.size();
  for (const Parameter& p : system.parameters()) inputs_.push_back(p.symbol);
  accelerations_at_ = inputs_.size();
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.a);
  lambda_at_ = inputs_.size();
  for (const EquationRow& row : equations_.rows) inputs_.push_back(row.lambda);
  total_at_ = inputs_.size();
  for (const EquationRow& row : equations_.rows) inputs_.push_back(row.total);
  values_.assign(inputs_.size(), 0);
  for (std::size_t i = 0; i < system.parameters().size(); ++i)
    values_[parameters_at_ + i] = system.parameters()[i].value;

  std::vector<NodeId> motion;
  for (const Entry& entry : equations_.M.entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.Q.begin(), equations_.Q.end());
  for (const Entry& entry : equations_.A.entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.b.begin(), equations_.b.end());
  motion.insert(motion.end(), {equations_.applied_power, equations_.time_power});
  motion_ = formulas(motion);

  std::vector<NodeId> residuals, law;
  for (const EquationRow& row : equations_.rows) {
    const NodeId zero = equations_.graph().zero();
    residuals.push_back(row.level == Level::position ? row.residual : zero);
    residuals.push_back(row.level == Level::position   ? row.rate
                        : row.level == Level::velocity ? row.residual
                                                       : zero);
  }
  residual_ = formulas(residuals);
  energy_ = formulas({equations_.energy});

  for (const NonIdealForce& force : equations_.C)
    for (const CoordinateFormula& term : force.C) {
      nonideal_terms_.push_back({force.constraint, term.coordinate});
      law.push_back(term.formula);
    }
  law_ = formulas(law);
  std::set<NodeId> used;
  for (const NodeId node : reachable(equations_.graph(), law)) used.insert(node);
  for (std::size_t r = 0; r < m_; ++r) {
    law_uses_lambda_ |= used.contains(equations_.rows[r].lambda);
    if (used.contains(equations_.rows[r].total)) looped_rows_.push_back(r);
  }

  std::vector<NodeId> weights;
  for (const EquationRow& row : equations_.rows) {
    const NodeId weight = system.constraints()[row.constraint].weight;
    weights.push_back(weight == no_node ? equations_.graph().one() : weight);
  }
  weight_ = formulas(weights);

  A_at_ = equations_.M.entries.size() + n_;
  row_begin_.assign(m_ + 1, 0);
  for (const Entry& entry : equations_.A.entries) ++row_begin_[entry.row + 1];
  for (std::size_t r = 0; r < m_; ++r) row_begin_[r + 1] += row_begin_[r];

  const Index n = static_cast<Index>(n_), m = static_cast<Index>(m_);
  Q_ = C_ = Q_with_C_ = acceleration_ = ideal_acceleration_ = Vector::Zero(n);
  b_ = Vector::Zero(m);
  residuals_ = {Vector::Zero(m), Vector::Zero(m)};

  std::vector<std::size_t> all_rows(m_);
  std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
  write_out(all_rows);
}

void Dynamics::write_out(const std::vector<std::size_t>& rows) {
  explicit_.reset();
  if (options_.least_squares) return;
  if (auto formulas = ExplicitFormulas::make(
          equations_, rows,
          {{}, options_.baumgarte, options_.baumgarte_alpha, options_.baumgarte_beta}))
    explicit_ =
        std::make_unique<ExplicitMotion>(std::move(formulas), n_, m_, options_.step_tolerance);
}

void Dynamics::set_state(double t, const Vector& q, const Vector& v) {
  values_[0] = t;
  for (std::size_t j = 0; j < n_; ++j) {
    values_[1 + j] = q[static_cast<Index>(j)];
    values_[1 + n_ + j] = v[static_cast<Index>(j)];
  }
}

bool Dynamics::evaluate(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  const std::vector<double>& values = motion_.evaluate(values_);
  dense_.stale = true;
  const double* next = values.data() + equations_.M.entries.size();
  for (double& entry : Q_) entry = *next++;
  next += equations_.A.entries.size();
  for (double& entry : b_) entry = *next++;
  applied_power_ = *next++;
  time_power_ = *next++;
  double sum = 0;  // not finite as soon as one entry is not
  for (const double value : values) sum += value * 0;
  return sum == 0 || fail(Fate::not_finite, not_finite_part());
}

const Dynamics::Dense& Dynamics::dense() const {
  if (!dense_.stale) return dense_;
  if (dense_.M.size() == 0) {
    dense_.M = Matrix::Zero(static_cast<Index>(n_), static_cast<Index>(n_));
    dense_.A = Matrix::Zero(static_cast<Index>(m_), static_cast<Index>(n_));
  }
  const double* next = motion_.values().data();
  for (const Entry& entry : equations_.M.entries) dense_.M(entry.row, entry.column) = *next++;
  next += n_;
  for (const Entry& entry : equations_.A.entries) dense_.A(entry.row, entry.column) = *next++;
  dense_.stale = false;
  return dense_;
}

double Dynamics::row_size(Index row, const Vector& x) const {
  double size = 0;
  for_row(static_cast<std::size_t>(row), [&](std::size_t j, double entry) {
    size += std::fabs(entry) * (std::fabs(x[static_cast<Index>(j)]) + 1);
  });
  return size;
}

// which formula is not a number, in the words of the model
std::string Dynamics::not_finite_part() const {
  const std::vector<Coordinate>& coordinates = equations_.system.coordinates();
  for (Index r = 0; r < A().rows(); ++r)
    if (!A().row(r).allFinite() || !std::isfinite(b_[r]))
      return fmt::format("constraint '{}'", equations_.rows[static_cast<std::size_t>(r)].name);
  for (Index j = 0; j < Q_.size(); ++j) {
    const std::string& name = coordinates[static_cast<std::size_t>(j)].name;
    if (!M().row(j).allFinite()) return fmt::format("the inertia of '{}'", name);
    if (!std::isfinite(Q_[j])) return fmt::format("the force on '{}'", name);
  }
  return "the power of a force";
}

bool Dynamics::fail(Fate fate, std::string detail) {
  trouble_ = {fate, std::move(detail)};
  return false;
}

// the slow solver knows the direction that is free
bool Dynamics::fail_undetermined() {
  trouble_ = trouble_of(numeric::solve({M(), Q_, A(), b_, {}}, solve_options()));
  return trouble_ ? false
                  : fail(Fate::undetermined, "a direction has neither inertia nor constraint");
}

// Baumgarte: b − 2αφ̇ − β²φ, and b − αψ for velocity rows (Eq. 39 of docs/theory.md)
void Dynamics::stabilise(double t, const Vector& q, const Vector& v) {
  residuals(t, q, v);
  const double alpha = options_.baumgarte_alpha, beta = options_.baumgarte_beta;
  for (std::size_t r = 0; r < m_; ++r) {
    const Index i = static_cast<Index>(r);
    if (equations_.rows[r].level == Level::position)
      b_[i] -= 2 * alpha * residuals_.velocity[i] + beta * beta * residuals_.position[i];
    else
      b_[i] -= alpha * residuals_.velocity[i];
  }
}

bool Dynamics::accelerate(double t, const Vector& q, const Vector& v) {
  trouble_ = {};
  if (!evaluate(t, q, v)) return false;
  if (options_.baumgarte) stabilise(t, q, v);
  if (nonideal_terms_.empty() ? !accelerate_ideal(v) : !accelerate_nonideal(v)) return false;
  if (!acceleration_.allFinite()) return fail(Fate::not_finite, "the acceleration");
  noise_ = std::numeric_limits<double>::epsilon() * acceleration_.cwiseAbs().maxCoeff() /
           std::max(pivot_ratio_, 1e-8);
  return true;
}

bool Dynamics::accelerate_ideal(const Vector& v) {
  if (options_.least_squares) {
    if (!solve_least_squares(Q_, acceleration_)) return false;
  } else {
    const numeric::Acceleration& solution = solver_.solve(M(), Q_, A(), b_);
    pivot_ratio_ = solution.pivot_ratio;
    rank_ = solution.rank;
    if (solution.status == Status::undetermined) return fail_undetermined();
    if (solution.status == Status::not_finite) return fail(Fate::not_finite, "the acceleration");
    acceleration_ = solution.acceleration;
  }
  powers_ = {applied_power_, v.dot(M() * acceleration_ - Q_), 0, time_power_};
  return true;
}

bool Dynamics::solve_least_squares(const Vector& Q, Vector& acceleration) {
  numeric::SolveOptions options = solve_options();
  options.weights =
      Vector(Eigen::Map<const Vector>(weight_.evaluate(values_).data(), static_cast<Index>(m_)))
          .asDiagonal();
  const numeric::Solution solution = numeric::solve({M(), Q, A(), b_, {}}, options);
  trouble_ = trouble_of(solution);
  acceleration = solution.acceleration;
  pivot_ratio_ = solution.rank.pivot_ratio;
  rank_ = solution.rank.value;
  return !trouble_;
}

numeric::SolveOptions Dynamics::solve_options() const {
  numeric::SolveOptions options;
  options.rank.tolerance = options_.rank_tolerance;
  if (options_.least_squares) options.inconsistent = numeric::Inconsistent::least_squares;
  return options;
}

// the multipliers that a law may use are those of least norm, whatever solver finds q̈
Dynamics::Vector Dynamics::least_norm_lambda(const Vector& Q) {
  const numeric::Acceleration& solution = solver_.solve(Q, b_);
  if (solution.rank == static_cast<Index>(m_)) return solution.lambda;
  return numeric::solve({M(), Q, A(), b_, {}}, solve_options()).lambda;
}

bool Dynamics::accelerate_nonideal(const Vector& v) {
  if (options_.least_squares) {
    if (!solve_least_squares(Q_, ideal_acceleration_)) return false;
  } else {
    if (solver_.factorise(M(), A()) != Status::solved) return fail_undetermined();
    const numeric::Acceleration& ideal = solver_.solve(Q_, b_);
    ideal_acceleration_ = ideal.acceleration;
    pivot_ratio_ = ideal.pivot_ratio;
    rank_ = ideal.rank;
  }
  const bool needs_lambda = law_uses_lambda_ || !looped_rows_.empty();
  if (!evaluate_law(needs_lambda ? least_norm_lambda(Q_) : Vector())) return false;
  Q_with_C_ = Q_ + C_;
  if (options_.least_squares) {
    if (!solve_least_squares(Q_with_C_, acceleration_)) return false;
  } else {
    acceleration_ = solver_.solve(Q_with_C_, b_).acceleration;
  }
  const Vector ideal_force = M() * ideal_acceleration_ - Q_;
  const Vector nonideal_force = M() * (acceleration_ - ideal_acceleration_);
  powers_ = {applied_power_, v.dot(ideal_force), v.dot(nonideal_force), time_power_};
  return true;
}

// C at the present state, with the loops of total(...) closed
bool Dynamics::evaluate_law(const Vector& lambda) {
  for (Index r = 0; r < lambda.size(); ++r) {
    values_[lambda_at_ + static_cast<std::size_t>(r)] = lambda[r];
    values_[total_at_ + static_cast<std::size_t>(r)] = lambda[r];
  }
  const auto run_law = [&](Vector& C) {
    const std::vector<double>& terms = law_.evaluate(values_);
    C.setZero(static_cast<Index>(n_));
    for (std::size_t k = 0; k < terms.size(); ++k)
      C[static_cast<Index>(nonideal_terms_[k].coordinate)] += terms[k];
  };
  if (!looped_rows_.empty()) {
    // D: how the multipliers answer a unit force on each coordinate
    const Index p = static_cast<Index>(looped_rows_.size());
    Matrix D(p, static_cast<Index>(n_));
    const numeric::KktFactors factors(M(), A());
    Vector lambda_looped(p);
    for (Index k = 0; k < p; ++k)
      lambda_looped[k] = lambda[static_cast<Index>(looped_rows_[static_cast<std::size_t>(k)])];
    for (Index j = 0; j < static_cast<Index>(n_); ++j) {
      const Vector answer =
          factors.solve(Vector::Unit(static_cast<Index>(n_), j), Vector::Zero(A().rows())).lambda;
      for (Index k = 0; k < p; ++k)
        D(k, j) = answer[static_cast<Index>(looped_rows_[static_cast<std::size_t>(k)])];
    }
    const auto set_totals = [&](const Vector& tau) {
      for (Index k = 0; k < p; ++k)
        values_[total_at_ + looped_rows_[static_cast<std::size_t>(k)]] = tau[k];
    };
    const FrictionLoop loop =
        solve_friction_loop(lambda_looped, D, [&](const Vector& tau, Vector& C) {
          set_totals(tau);
          run_law(C);
        });
    const std::string& row = equations_.rows[looped_rows_.front()].name;
    if (loop.count == FrictionLoop::Count::none)
      return fail(Fate::friction_has_no_solution,
                  fmt::format("no multiplier of '{}' satisfies its law (Painleve's paradox)", row));
    if (loop.count == FrictionLoop::Count::several)
      return fail(
          Fate::friction_has_several_solutions,
          fmt::format("several multipliers of '{}' satisfy its law (Painleve's paradox)", row));
    set_totals(loop.tau);
  }
  run_law(C_);
  return C_.allFinite() || fail(Fate::not_finite, "a non-ideal force");
}

numeric::Solution Dynamics::decide_rank(double t, const Vector& q, const Vector& v) {
  evaluate(t, q, v);
  solver_.forget_rank();
  numeric::SolveOptions options = solve_options();
  options.singular_values = true;
  if (options_.least_squares) options.weights = weights(t, q, v).asDiagonal();
  return numeric::solve({M(), Q_, A(), b_, {}}, options);
}

Dynamics::Vector Dynamics::weights(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  return Eigen::Map<const Vector>(weight_.evaluate(values_).data(), static_cast<Index>(m_));
}

const Instant& Dynamics::instant(double t, const Vector& q, const Vector& v) {
  Instant& result = instant_;
  result.trouble = trouble_ = {};
  if (!evaluate(t, q, v)) {
    result.trouble = trouble_;
    return result;
  }
  // Baumgarte's terms are no part of the forces
  if (explicit_ && !options_.baumgarte && explicit_->has_instant()) {
    state_.resize(2 * q.size());
    state_ << q, v;
    if (explicit_->instant(t, state_.data(), result)) return result;
  }
  numeric::SolveOptions options = solve_options();
  if (options_.least_squares) options.weights = weights(t, q, v).asDiagonal();
  numeric::Solution solution = numeric::solve({M(), Q_, A(), b_, {}}, options);
  result.trouble = trouble_of(solution);
  if (result.trouble) return result;
  result.lambda = result.lambda_total = solution.lambda;
  result.acceleration = solution.acceleration;
  result.unique = solution.redundancy.unique;
  result.rank = solution.rank.value;
  result.C.resize(0);
  result.virtual_work = 0;
  const Vector ideal = solution.ideal;
  if (!nonideal_terms_.empty()) {
    if (!evaluate_law(solution.lambda)) {
      result.trouble = trouble_;
      return result;
    }
    result.C =
        Eigen::Map<const Vector>(law_.values().data(), static_cast<Index>(law_.values().size()));
    solution = numeric::solve({M(), Q_, A(), b_, C_}, options);
    result.acceleration = solution.acceleration;
    result.lambda_total = solution.lambda_total;
  }
  result.acceleration_residual =
      m_ == 0 ? 0 : (b_ - A() * result.acceleration).cwiseAbs().maxCoeff();
  // Q_i alone, with A x = 0: what moves is what it does along virtual displacements
  const double size = ideal.size() == 0 ? 0 : ideal.cwiseAbs().maxCoeff();
  if (m_ > 0 && size > 0) {
    const numeric::KktFactors factors(M(), A(), {options.rank, false});
    const Vector virtual_motion = factors.solve(ideal, Vector::Zero(A().rows())).x;
    result.virtual_work = (M() * virtual_motion).cwiseAbs().maxCoeff() / size;
  }
  return result;
}

const Residuals& Dynamics::residuals(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  const std::vector<double>& outputs = residual_.evaluate(values_);
  for (std::size_t r = 0; r < m_; ++r) {
    residuals_.position[static_cast<Index>(r)] = outputs[2 * r];
    residuals_.velocity[static_cast<Index>(r)] = outputs[2 * r + 1];
  }
  return residuals_;
}

double Dynamics::energy(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  return energy_.evaluate(values_).front();
}

StateAudit Dynamics::audit(double t, const Vector& y) {
  if (explicit_) return explicit_->audit(t, y.data());
  const Index n = static_cast<Index>(n_);
  const Vector q = y.head(n), v = y.segment(n, n);
  const Residuals& now = residuals(t, q, v);
  return {now.largest_position(), now.largest_velocity(), energy(t, q, v)};
}

const std::vector<double>& Dynamics::input_values(double t, const Vector& q, const Vector& v,
                                                  const Instant& instant) {
  set_state(t, q, v);
  for (std::size_t j = 0; j < n_; ++j)
    values_[accelerations_at_ + j] = instant.acceleration[static_cast<Index>(j)];
  for (std::size_t r = 0; r < m_; ++r) {
    values_[lambda_at_ + r] = instant.lambda[static_cast<Index>(r)];
    values_[total_at_ + r] = instant.lambda_total[static_cast<Index>(r)];
  }
  return values_;
}

}  // namespace alembert
