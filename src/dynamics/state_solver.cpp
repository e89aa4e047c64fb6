#include "dynamics/state_solver.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "dynamics/friction_loop.hpp"
#include "dynamics/sizes_beside.hpp"
#include "numeric/kkt_factors.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

using numeric::Index;
using numeric::Matrix;
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

StateSolver::StateSolver(const Equations& equations, const DynamicsOptions& options,
                         std::shared_ptr<CodeStore> code)
    : state_(equations, std::move(code)), options_(options), solver_(solver_options(options)) {
  const Index n = static_cast<Index>(state_.coordinates());
  C_ = Q_with_C_ = acceleration_ = ideal_acceleration_ = Vector::Zero(n);
}

void StateSolver::look_around(double t, const Vector& q, const Vector& v) {
  const std::vector<Entry>&M = equations().solved_M().entries, &A = equations().A.entries;
  Vector largest = Vector::Zero(static_cast<Index>(A.size()));
  inertia_ = inertia_around(equations().solved_M(), equations().A, q, [&](const Vector& there) {
    const StateValues& values = state_.evaluate(t, there, v);
    for (std::size_t e = 0; e < A.size(); ++e) {
      double& entry = largest[static_cast<Index>(e)];
      if (std::isfinite(values.A_entry(e))) entry = std::max(entry, std::fabs(values.A_entry(e)));
    }
    Vector diagonal = Vector::Zero(q.size());
    for (std::size_t e = 0; e < M.size(); ++e)
      if (M[e].row == M[e].column) diagonal[M[e].row] = values.M_entry(e);
    return diagonal;
  });
  row_lengths_ = Vector::Zero(static_cast<Index>(state_.rows()));
  for (std::size_t e = 0; e < A.size(); ++e)
    if (inertia_[A[e].column] > 0)
      row_lengths_[A[e].row] =
          std::hypot(row_lengths_[A[e].row],
                     largest[static_cast<Index>(e)] / std::sqrt(inertia_[A[e].column]));
  solver_.set_row_lengths(row_lengths_);
}

const StateValues& StateSolver::evaluate(double t, const Vector& q, const Vector& v) {
  const StateValues& here = state_.evaluate(t, q, v);
  if (!here.is_finite()) fail(Fate::not_finite, state_.not_finite_part(here));
  return here;
}

bool StateSolver::fail(Fate fate, std::string detail) {
  failure_ = Failure{fate, std::move(detail)};
  return false;
}

// the slow solver knows the direction that is free
bool StateSolver::fail_undetermined(const StateValues& here) {
  failure_ = failure_of(numeric::solve({here.M(), here.Q(), here.A(), b_, {}}, solve_options()));
  return failure_ ? false
                  : fail(Fate::undetermined, "a direction has neither inertia nor constraint");
}

// b − 2αφ̇ − β²φ, and b − αψ for velocity rows (Eq. 39 of docs/theory.md)
void StateSolver::stabilise(const solution::Baumgarte& terms, const StateValues& here) {
  const Residuals& residuals = state_.residuals(here.t(), here.q(), here.v());
  for (std::size_t r = 0; r < state_.rows(); ++r) {
    const Index i = static_cast<Index>(r);
    const Level level = equations().rows[r].level;
    const double damping = terms.damping(level) * residuals.velocity[i];
    b_[i] -=
        level == Level::position ? damping + terms.stiffness() * residuals.position[i] : damping;
  }
}

bool StateSolver::accelerate(double t, const Vector& q, const Vector& v) {
  failure_.reset();
  const StateValues& here = evaluate(t, q, v);
  if (!here.is_finite()) return false;
  b_ = here.b();
  if (options_.baumgarte) stabilise(*options_.baumgarte, here);
  if (state_.nonideal_terms().empty() ? !accelerate_ideal(here) : !accelerate_nonideal(here))
    return false;
  if (!acceleration_.allFinite()) return fail(Fate::not_finite, "the acceleration");
  noise_ = std::numeric_limits<double>::epsilon() / std::max(pivot_ratio_, 1e-8);
  return true;
}

bool StateSolver::accelerate_ideal(const StateValues& here) {
  if (options_.least_squares) {
    if (!solve_least_squares(here, here.Q(), acceleration_)) return false;
  } else {
    const numeric::Acceleration& solution = solver_.solve(here.M(), here.Q(), here.A(), b_);
    pivot_ratio_ = solution.pivot_ratio;
    rank_ = solution.rank;
    if (solution.status == Status::undetermined) return fail_undetermined(here);
    if (solution.status == Status::not_finite) return fail(Fate::not_finite, "the acceleration");
    acceleration_ = solution.acceleration;
  }
  const double ideal = here.v().dot(here.M() * acceleration_ - here.Q());
  powers_ = {here.applied_power(), ideal, 0, here.time_power()};
  return true;
}

bool StateSolver::solve_least_squares(const StateValues& here, const Vector& Q,
                                      Vector& acceleration) {
  numeric::SolveOptions options = solve_options();
  options.weights = state_.weights(here).asDiagonal();
  const numeric::Solution solution = numeric::solve({here.M(), Q, here.A(), b_, {}}, options);
  failure_ = failure_of(solution);
  acceleration = solution.acceleration;
  pivot_ratio_ = solution.rank.pivot_ratio;
  rank_ = solution.rank.value;
  return !failure_;
}

numeric::SolveOptions StateSolver::solve_options() const {
  numeric::SolveOptions options;
  options.rank.tolerance = options_.rank_tolerance;
  options.rank.lengths = row_lengths_;
  if (options_.least_squares) options.inconsistent = numeric::Inconsistent::least_squares;
  return options;
}

// the multipliers that a law may use are those of least norm, whatever solver finds q̈
StateSolver::Vector StateSolver::least_norm_lambda(const StateValues& here) {
  const numeric::Acceleration& solution = solver_.solve(here.Q(), b_);
  if (solution.rank == b_.size()) return solution.lambda;
  return numeric::solve({here.M(), here.Q(), here.A(), b_, {}}, solve_options()).lambda;
}

bool StateSolver::accelerate_nonideal(const StateValues& here) {
  if (options_.least_squares) {
    if (!solve_least_squares(here, here.Q(), ideal_acceleration_)) return false;
  } else {
    if (solver_.factorise(here.M(), here.A()) != Status::solved) return fail_undetermined(here);
    const numeric::Acceleration& ideal = solver_.solve(here.Q(), b_);
    ideal_acceleration_ = ideal.acceleration;
    pivot_ratio_ = ideal.pivot_ratio;
    rank_ = ideal.rank;
  }
  const bool needs_lambda = state_.law_uses_lambda() || !state_.looped_rows().empty();
  if (!evaluate_law(here, needs_lambda ? least_norm_lambda(here) : Vector())) return false;
  Q_with_C_ = here.Q() + C_;
  if (options_.least_squares) {
    if (!solve_least_squares(here, Q_with_C_, acceleration_)) return false;
  } else {
    acceleration_ = solver_.solve(Q_with_C_, b_).acceleration;
  }
  const Vector ideal_force = here.M() * ideal_acceleration_ - here.Q();
  const Vector nonideal_force = here.M() * (acceleration_ - ideal_acceleration_);
  powers_ = {here.applied_power(), here.v().dot(ideal_force), here.v().dot(nonideal_force),
             here.time_power()};
  return true;
}

// C with the loops of total(...) closed
bool StateSolver::evaluate_law(const StateValues& here, const Vector& lambda) {
  const std::vector<std::size_t>& looped_rows = state_.looped_rows();
  Vector total = lambda;
  const auto run_law = [&](Vector& C) {
    const std::vector<double>& terms = state_.law(here, lambda, total);
    C_terms_ = Eigen::Map<const Vector>(terms.data(), static_cast<Index>(terms.size()));
    C.setZero(here.Q().size());
    for (std::size_t k = 0; k < terms.size(); ++k)
      C[static_cast<Index>(state_.nonideal_terms()[k].coordinate)] += terms[k];
  };
  if (!looped_rows.empty()) {
    // D: how the multipliers answer a unit force on each coordinate
    const Index n = here.Q().size(), p = static_cast<Index>(looped_rows.size());
    Matrix D(p, n);
    const numeric::KktFactors factors(here.M(), here.A());
    const Vector lambda_looped = lambda(looped_rows);
    for (Index j = 0; j < n; ++j)
      D.col(j) =
          factors.solve(Vector::Unit(n, j), Vector::Zero(here.A().rows())).lambda(looped_rows);
    const auto set_totals = [&](const Vector& tau) { total(looped_rows) = tau; };
    const FrictionLoop loop =
        solve_friction_loop(lambda_looped, D, [&](const Vector& tau, Vector& C) {
          set_totals(tau);
          run_law(C);
        });
    const std::string& row = equations().rows[looped_rows.front()].name;
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

// Rows contradict each other relative to the terms of which b is the sum. What these are takes a
// walk through all formulas, and is looked at only where b itself says that they do.
numeric::Solution StateSolver::solve_consistently(const StateValues& here,
                                                  numeric::SolveOptions options) const {
  const numeric::Instant given{here.M(), here.Q(), here.A(), here.b(), {}};
  numeric::Solution solution = numeric::solve(given, options);
  if (solution.status != Status::inconsistent) return solution;
  const std::vector<double> sizes = sizes_of_terms(
      equations().graph(), equations().b, state_.assigned_at(here.t(), here.q(), here.v()));
  options.terms = Eigen::Map<const Vector>(sizes.data(), here.b().size());
  return numeric::solve(given, options);
}

numeric::Solution StateSolver::decide_rank(double t, const Vector& q, const Vector& v) {
  const StateValues& here = evaluate(t, q, v);
  solver_.forget_rank();
  numeric::SolveOptions options = solve_options();
  options.singular_values = true;
  if (options_.least_squares) options.weights = state_.weights(here).asDiagonal();
  return solve_consistently(here, options);
}

const Instant& StateSolver::instant(const StateValues& here) {
  Instant& result = instant_;
  failure_.reset();
  if (!here.is_finite()) fail(Fate::not_finite, state_.not_finite_part(here));
  result.failure = failure_;
  if (result.failure) return result;
  numeric::SolveOptions options = solve_options();
  if (options_.least_squares) options.weights = state_.weights(here).asDiagonal();
  numeric::Solution solution = solve_consistently(here, options);
  result.failure = failure_of(solution);
  if (result.failure) return result;
  result.lambda = result.lambda_total = solution.lambda;
  result.acceleration = solution.acceleration;
  result.unique = solution.redundancy.unique;
  result.rank = solution.rank.value;
  result.C.resize(0);
  result.virtual_work = 0;
  const Vector ideal = solution.ideal;
  if (!state_.nonideal_terms().empty()) {
    if (!evaluate_law(here, solution.lambda)) {
      result.failure = failure_;
      return result;
    }
    result.C = C_terms_;
    solution = numeric::solve({here.M(), here.Q(), here.A(), here.b(), C_}, options);
    result.acceleration = solution.acceleration;
    result.lambda_total = solution.lambda_total;
  }
  result.acceleration_residual =
      state_.rows() == 0 ? 0 : (here.b() - here.A() * result.acceleration).cwiseAbs().maxCoeff();
  // Q_i alone, with A x = 0: what moves is what it does along virtual displacements
  const double size = ideal.size() == 0 ? 0 : ideal.cwiseAbs().maxCoeff();
  if (state_.rows() > 0 && size > 0) {
    const numeric::KktFactors factors(here.M(), here.A(), {options.rank, false});
    const Vector virtual_motion = factors.solve(ideal, Vector::Zero(here.A().rows())).x;
    result.virtual_work = (here.M() * virtual_motion).cwiseAbs().maxCoeff() / size;
  }
  return result;
}

}  // namespace alembert
