#pragma once
/// The equations of one system in numbers at any state: parameters bound, formulas compiled,
/// nothing solved.

#include <memory>
#include <string>
#include <vector>

#include "compile/code_store.hpp"
#include "dynamics/instant.hpp"
#include "dynamics/state_values.hpp"
#include "mechanics/equations.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

/// Residuals of the rows, each in its own units; zero where a row has no such level.
struct Residuals {
  numeric::Vector position;  ///< φ
  numeric::Vector velocity;  ///< φ̇ or ψ
  double largest_position() const;
  double largest_velocity() const;
};

/// Answers that are references hold until the same question is asked again.
class StateEquations {
 public:
  using Vector = numeric::Vector;

  /// Code that was compiled before is taken from `code`, and new code is left there.
  explicit StateEquations(const Equations& equations,
                          std::shared_ptr<CodeStore> code = std::make_shared<CodeStore>());
  StateEquations(const StateEquations&) = delete;
  StateEquations& operator=(const StateEquations&) = delete;

  const Equations& equations() const { return equations_; }
  std::size_t coordinates() const { return n_; }
  std::size_t rows() const { return m_; }

  /// A parameter of the system, by its index, has another number from now on.
  void set_parameter(std::size_t which, double number) {
    numbers_[parameters_at_ + which] = number;
  }
  double parameter(std::size_t which) const { return numbers_[parameters_at_ + which]; }
  Assignment parameter_values() const;

  /// M, Q, A, b at a state.
  const StateValues& evaluate(double t, const Vector& q, const Vector& v);
  /// Which of these formulas is not a number there, in the words of the model.
  std::string not_finite_part(const StateValues& here) const;

  /// φ, φ̇, ψ at a state.
  const Residuals& residuals(double t, const Vector& q, const Vector& v);
  /// What rounding may leave of them. Slow; needed for rows without a gradient, whose row_size is
  /// zero, to decide whether they hold.
  Residuals rounding_of_residuals(double t, const Vector& q, const Vector& v) const;
  /// The sums of the absolute values of their terms.
  Residuals summands_of_residuals(double t, const Vector& q, const Vector& v) const;

  double energy(double t, const Vector& q, const Vector& v);

  /// The weights of the rows for least squares.
  Vector weights(const StateValues& here);

  /// A coordinate on which a law C of a constraint acts.
  struct NonIdealTerm {
    std::size_t constraint;
    std::size_t coordinate;
  };
  const std::vector<NonIdealTerm>& nonideal_terms() const { return nonideal_terms_; }
  /// The entries of C, by term, for multipliers λ and λ_tot; they may be left out where no law uses
  /// them.
  const std::vector<double>& law(const StateValues& here, const Vector& lambda,
                                 const Vector& total);
  bool law_uses_lambda() const { return law_uses_lambda_; }
  /// Rows whose total(...) a law uses.
  const std::vector<std::size_t>& looped_rows() const { return looped_rows_; }

  /// The inputs of formulas of this system: t, q, q̇, parameters, q̈, λ, λ_tot, multipliers of idle
  /// rows, ends of forces of contacts, in this order.
  const std::vector<NodeId>& inputs() const { return inputs_; }
  /// Such formulas, compiled when they turn out to be evaluated often.
  CompiledFormulas compiled(const std::vector<NodeId>& formulas) const;
  /// The numbers for them at an instant.
  const std::vector<double>& input_values(double t, const Vector& q, const Vector& v,
                                          const Instant& instant);
  /// The same for formulas without accelerations and forces.
  const std::vector<double>& input_values(double t, const Vector& q, const Vector& v);
  /// The same by symbol.
  Assignment assigned_at(double t, const Vector& q, const Vector& v) const;

 private:
  void set_state(double t, const Vector& q, const Vector& v);
  Residuals by_row(const std::vector<double>& numbers) const;

  const Equations equations_;
  const std::shared_ptr<CodeStore> code_;
  const std::size_t n_, m_;
  std::vector<NodeId> inputs_;
  std::vector<double> numbers_;  ///< for them
  std::size_t parameters_at_, accelerations_at_, lambda_at_, total_at_, idle_at_, ends_at_;

  CompiledFormulas motion_, law_, residual_, energy_, weight_;
  std::vector<NodeId> residual_formulas_;  ///< φ and φ̇ or ψ of each row
  std::vector<NonIdealTerm> nonideal_terms_;
  std::vector<std::size_t> looped_rows_;
  bool law_uses_lambda_ = false;

  StateValues values_;
  Residuals residuals_;
};

}  // namespace alembert
