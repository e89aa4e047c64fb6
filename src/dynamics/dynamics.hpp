#pragma once
/// The equations of one system in numbers: parameters bound, formulas compiled, workspaces kept.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics_options.hpp"
#include "dynamics/explicit_motion.hpp"
#include "dynamics/instant.hpp"
#include "dynamics/shared_code.hpp"
#include "dynamics/trouble.hpp"
#include "mechanics/equations.hpp"
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

/// Residuals of the rows, each in its own units; zero where a row has no such level.
struct Residuals {
  numeric::Vector position;  ///< φ
  numeric::Vector velocity;  ///< φ̇ or ψ
  double largest_position() const;
  double largest_velocity() const;
};

class Dynamics {
 public:
  using Vector = numeric::Vector;
  using Matrix = numeric::Matrix;

  /// Code that other runs of the same equations have compiled is taken from `code`, and new code is left there.
  Dynamics(const Equations& equations, const DynamicsOptions& options = {},
           std::shared_ptr<SharedCode> code = std::make_shared<SharedCode>());

  const Equations& equations() const { return equations_; }
  const DynamicsOptions& options() const { return options_; }
  std::size_t coordinates() const { return n_; }
  std::size_t rows() const { return m_; }

  /// Looks around a state, where nothing vanishes by chance, for the inertias M_jj and for how long the rows are.
  void look_around(double t, const Vector& q, const Vector& v);
  const Vector& inertia() const { return inertia_; }
  const Vector& row_lengths() const { return row_lengths_; }  ///< in the norm of diag(M)⁻¹
  /// MotionBeginning::terms at a state, after a look around.
  Vector force_terms(double t, const Vector& q, const Vector& v);
  /// What is small beside the motion.
  NaturalSizes& sizes() { return sizes_; }
  const NaturalSizes& sizes() const { return sizes_; }

  /// M, Q, A, b at a state; false where one of them is not finite.
  bool evaluate(double t, const Vector& q, const Vector& v);
  const Matrix& M() const { return dense().M; }
  const Vector& Q() const { return Q_; }
  const Matrix& A() const { return dense().A; }
  const Vector& b() const { return b_; }
  /// Coordinates along which the kinetic energy is negative at the last evaluated state: M_jj < 0.
  std::vector<std::size_t> negative_inertias() const;
  /// M and Q as they follow from L, without what completes a singular M.
  Matrix derived_M() const;
  Vector derived_Q() const;
  /// Σ_j |A_rj| s_j with natural sizes s of q or q̇: what its terms must cancel to.
  double row_size(numeric::Index row, const Vector& sizes) const;
  /// Calls `function(j, A_rj)` for the entries of a row.
  template <class Function>
  void for_row(std::size_t row, Function function) const {
    for (std::size_t e = row_begin_[row]; e < row_begin_[row + 1]; ++e)
      function(equations_.A.entries[e].column, motion_.values()[A_at_ + e]);
  }

  /// The equation written out for rows that are independent and imply all others, to be tried before the
  /// solvers here; null where there is none.
  ExplicitMotion* explicit_motion() { return explicit_; }
  /// Whether that is so for some of the rows only: others may serve better elsewhere.
  bool has_rows_to_choose() const { return explicit_ != nullptr && explicit_->rows().size() < m_; }
  /// Writes it out for the rows that are clearest independent at a state, `rank` of them; whether they are others
  /// than before.
  bool choose_rows(double t, const Vector& q, const Vector& v, numeric::Index rank);

  /// q̈ and the powers, fast; false with trouble() where there is no q̈. The rank found at the last call
  /// of `decide_rank` is held, because a state between two steps lies off the constraints.
  bool accelerate(double t, const Vector& q, const Vector& v);
  const Vector& acceleration() const { return acceleration_; }
  const Powers& powers() const { return powers_; }
  const Trouble& trouble() const { return trouble_; }
  void forget_trouble() { trouble_ = {}; }
  double pivot_ratio() const { return pivot_ratio_; }  ///< 1 far from, 0 at a loss of rank
  numeric::Index rank() const { return rank_; }        ///< of the constraints, as it was held
  double noise() const { return noise_; }              ///< rounding error of q̈, relative

  /// Decides the rank anew at a state on the constraints.
  numeric::Solution decide_rank(double t, const Vector& q, const Vector& v);

  /// Lets the next call of `accelerate` decide it.
  void forget_rank() { solver_.forget_rank(); }

  /// All forces at a state on the constraints; they stay until the next call.
  const Instant& instant(double t, const Vector& q, const Vector& v);

  /// φ, φ̇, ψ at a state.
  const Residuals& residuals(double t, const Vector& q, const Vector& v);
  /// What rounding may leave of them there, after that call. Tells of rows without a gradient, whose row_size is
  /// nothing, whether they hold; takes some time.
  Residuals rounding_of_residuals() const;
  /// The sums of what is added up in them, each by its size, after that call.
  Residuals summands_of_residuals() const;

  double energy(double t, const Vector& q, const Vector& v);

  /// Both of these at y = (q, q̇, …).
  StateAudit audit(double t, const Vector& y);

  /// The inputs of formulas of this system: t, q, q̇, parameters, q̈, λ, λ_tot, in this order.
  const std::vector<NodeId>& inputs() const { return inputs_; }
  /// Such formulas, compiled when they turn out to be evaluated often.
  CompiledFormulas compiled(const std::vector<NodeId>& formulas) const;
  /// The numbers for them at an instant.
  const std::vector<double>& input_values(double t, const Vector& q, const Vector& v,
                                          const Instant& instant);

  /// Where the entries of Instant::C belong.
  struct NonIdealTerm {
    std::size_t constraint;
    std::size_t coordinate;
  };
  const std::vector<NonIdealTerm>& nonideal_terms() const { return nonideal_terms_; }

  /// The weights of the rows for least squares, at the last evaluated state.
  Vector weights(double t, const Vector& q, const Vector& v);

  /// What is wrong with a solution of these equations, in their names.
  Trouble trouble_of(const numeric::Solution& solution) const {
    return alembert::trouble_of(solution, equations_);
  }

 private:
  void write_out(const std::vector<std::size_t>& rows);
  Assignment assigned_values() const;
  Residuals by_row(const std::vector<double>& numbers) const;

  /// M and A with their zeros, filled in only when the solvers here are needed.
  struct Dense {
    Matrix M, A;
    bool stale = true;
  };
  const Dense& dense() const;

  void set_state(double t, const Vector& q, const Vector& v);
  void stabilise(double t, const Vector& q, const Vector& v);
  bool accelerate_ideal(const Vector& v);
  bool accelerate_nonideal(const Vector& v);
  bool evaluate_law(const Vector& lambda);
  bool solve_least_squares(const Vector& Q, Vector& acceleration);
  Vector least_norm_lambda(const Vector& Q);
  bool fail(Fate fate, std::string detail);
  bool fail_undetermined();
  std::string not_finite_part() const;
  numeric::SolveOptions solve_options() const;
  numeric::Solution solve_consistently(numeric::SolveOptions options) const;

  Equations equations_;
  DynamicsOptions options_;
  std::shared_ptr<SharedCode> code_;
  std::size_t n_, m_;
  std::vector<NodeId> inputs_;
  std::vector<double> values_;
  std::size_t parameters_at_, accelerations_at_, lambda_at_, total_at_;

  CompiledFormulas motion_, law_, residual_, energy_, weight_;
  std::vector<NodeId> residual_formulas_;  ///< φ and φ̇ or ψ of each row
  std::vector<NonIdealTerm> nonideal_terms_;
  std::vector<std::size_t> looped_rows_;  ///< rows whose total(...) a law uses
  bool law_uses_lambda_ = false;

  std::size_t A_at_ = 0;                ///< its entries among the values of motion_
  std::vector<std::size_t> row_begin_;  ///< of A, in its entries
  NaturalSizes sizes_;
  Vector inertia_, row_lengths_;  ///< around the start
  /// By rows; a motion comes back to the same ones again and again.
  std::map<std::vector<std::size_t>, std::unique_ptr<ExplicitMotion>> written_out_;
  ExplicitMotion* explicit_ = nullptr;
  mutable Dense dense_;
  Vector Q_, b_, C_, Q_with_C_;
  double applied_power_ = 0, time_power_ = 0;
  Residuals residuals_;
  numeric::FundamentalSolver solver_;
  Vector acceleration_, ideal_acceleration_;
  Vector state_;
  Instant instant_;
  Powers powers_;
  Trouble trouble_;
  double pivot_ratio_ = 1, noise_ = 0;
  numeric::Index rank_ = 0;
};

}  // namespace alembert
