// The part of Dynamics that solves: accelerations along a motion, and all forces of an instant.

#include <fmt/format.h>

#include "dynamics/dynamics.hpp"
#include "dynamics/friction_loop.hpp"
#include "numeric/kkt_factors.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

using numeric::Index;
using numeric::Status;

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
  noise_ = std::numeric_limits<double>::epsilon() / std::max(pivot_ratio_, 1e-8);
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
  options.rank.lengths = row_lengths_;
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

// Rows contradict each other relative to the terms of which b is the sum. What these are takes a walk through all
// formulas, and is looked at only where b itself says that they do.
numeric::Solution Dynamics::solve_consistently(numeric::SolveOptions options) const {
  numeric::Solution solution = numeric::solve({M(), Q_, A(), b_, {}}, options);
  if (solution.status != Status::inconsistent) return solution;
  const std::vector<double> sizes =
      sizes_of_terms(equations_.graph(), equations_.b, assigned_values());
  options.terms = Eigen::Map<const Vector>(sizes.data(), static_cast<Index>(m_));
  return numeric::solve({M(), Q_, A(), b_, {}}, options);
}

numeric::Solution Dynamics::decide_rank(double t, const Vector& q, const Vector& v) {
  evaluate(t, q, v);
  solver_.forget_rank();
  numeric::SolveOptions options = solve_options();
  options.singular_values = true;
  if (options_.least_squares) options.weights = weights(t, q, v).asDiagonal();
  return solve_consistently(options);
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
  numeric::Solution solution = solve_consistently(options);
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

}  // namespace alembert
