#pragma once
/// The equations of one system solved at a state with a decision on the rank of the constraints:
/// accelerations along a motion, and all forces of an instant.

#include <memory>
#include <string>

#include "dynamics/dynamics_options.hpp"
#include "dynamics/failure.hpp"
#include "dynamics/instant.hpp"
#include "dynamics/state_equations.hpp"
#include "numeric/fundamental_equation.hpp"
#include "numeric/fundamental_solver.hpp"

namespace alembert {

/// Powers into the energy q̇·∂L/∂q̇ − L: dH/dt is their sum (Eq. 7 of docs/theory.md).
struct Powers {
  double applied = 0;
  double ideal = 0;
  double nonideal = 0;
  double time = 0;  ///< −∂L/∂t
};

class StateSolver {
 public:
  using Vector = numeric::Vector;

  /// Code that was compiled before is taken from `code`, and new code is left there.
  explicit StateSolver(const Equations& equations, const DynamicsOptions& options = {},
                       std::shared_ptr<CodeStore> code = std::make_shared<CodeStore>());

  const Equations& equations() const { return state_.equations(); }
  const DynamicsOptions& options() const { return options_; }
  /// What is solved.
  StateEquations& state() { return state_; }
  const StateEquations& state() const { return state_; }

  /// Looks around a state, where nothing vanishes by chance, for the inertias M_jj and for how long
  /// the rows are.
  void look_around(double t, const Vector& q, const Vector& v);
  const Vector& inertia() const { return inertia_; }
  const Vector& row_lengths() const { return row_lengths_; }  ///< in the norm of diag(M)⁻¹

  /// As state().evaluate; failure() says what is not finite, where something is not.
  const StateValues& evaluate(double t, const Vector& q, const Vector& v);

  /// q̈ and the powers, fast; false with failure() where there is no q̈. The rank found at the last
  /// call of `decide_rank` is held, because a state between two steps lies off the constraints.
  bool accelerate(double t, const Vector& q, const Vector& v);
  const Vector& acceleration() const { return acceleration_; }
  const Powers& powers() const { return powers_; }
  double pivot_ratio() const { return pivot_ratio_; }  ///< 1 far from, 0 at a loss of rank
  numeric::Index rank() const { return rank_; }        ///< of the constraints, as it was held
  double noise() const { return noise_; }              ///< rounding error of q̈, relative

  const std::optional<Failure>& failure() const { return failure_; }
  void forget_failure() { failure_.reset(); }

  /// Decides the rank anew at a state on the constraints.
  numeric::Solution decide_rank(double t, const Vector& q, const Vector& v);
  /// Lets the next call of `accelerate` decide it.
  void forget_rank() { solver_.forget_rank(); }

  /// All forces at a state on the constraints; they stay until the next call.
  const Instant& instant(const StateValues& here);
  const Instant& instant(double t, const Vector& q, const Vector& v) {
    return instant(evaluate(t, q, v));
  }

  /// What is wrong with a solution of these equations, in their names.
  std::optional<Failure> failure_of(const numeric::Solution& solution) const {
    return alembert::failure_of(solution, equations());
  }

 private:
  void stabilise(const solution::Baumgarte& terms, const StateValues& here);
  bool accelerate_ideal(const StateValues& here);
  bool accelerate_nonideal(const StateValues& here);
  bool evaluate_law(const StateValues& here, const Vector& lambda);
  bool solve_least_squares(const StateValues& here, const Vector& Q, Vector& acceleration);
  Vector least_norm_lambda(const StateValues& here);
  bool fail(Fate fate, std::string detail);
  bool fail_undetermined(const StateValues& here);
  numeric::SolveOptions solve_options() const;
  numeric::Solution solve_consistently(const StateValues& here,
                                       numeric::SolveOptions options) const;

  StateEquations state_;
  const DynamicsOptions options_;
  Vector inertia_, row_lengths_;  ///< around the start
  numeric::FundamentalSolver solver_;
  Vector b_;        ///< with Baumgarte's terms, where they are asked for
  Vector C_terms_;  ///< as StateEquations::law
  Vector C_, Q_with_C_;
  Vector acceleration_, ideal_acceleration_;
  Powers powers_;
  Instant instant_;
  std::optional<Failure> failure_;
  double pivot_ratio_ = 1, noise_ = 0;
  numeric::Index rank_ = 0;
};

}  // namespace alembert
