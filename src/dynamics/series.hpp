#pragma once
/// The Taylor series of the motion at one state, coefficient after coefficient from the residual
/// form.
///
/// The unknown coefficients of order k, of the accelerations and multipliers, solve the same linear
/// system M x = f + Aᵀλ, A x = g at every order: one factorisation gives them all. Where the rows
/// are clearly independent compiled functions do this; elsewhere jets and rank-revealing factors.

#include <optional>

#include "compile/jets/jets.hpp"
#include "dynamics/compiled_series.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/residual_form.hpp"
#include "numeric/kkt_factors.hpp"

namespace alembert {

class Series {
 public:
  using Vector = numeric::Vector;
  using Matrix = numeric::Matrix;
  using Index = numeric::Index;

  /// Up to `order` in q̇.
  Series(Dynamics& dynamics, int order, double rank_tolerance);

  int order() const { return order_; }

  /// Prepares for the rows that the equation is written out for now.
  void prepare();
  /// Goes to a state: the factors and all that is of order 0. False where there is no acceleration.
  bool begin(double t, const Vector& q, const Vector& v);
  /// Whether the rows there, and M, are clearly regular.
  bool is_regular() const { return is_compiled_; }
  /// A rough row_ratio of all independent rows at another state near a regular one, without
  /// factors; `begin` is due again after it.
  double quick_ratio(double t, const Vector& q, const Vector& v);
  /// q̈ at that state.
  const Vector& acceleration() const { return acceleration_; }
  /// The rank of the rows there.
  Index rank() const;
  /// σ_k/σ_1 of the unit rows there, for k = `rank`: 1 far from, 0 at a loss of rank. Where nothing
  /// is nearly singular the pivots stand for σ.
  double row_ratio(Index rank) const;

  /// The coefficients of (q, q̇, W_applied, W_ideal, W_nonideal, W_time) at the state of `begin`,
  /// column by order, all but column 0. Returns the highest order up to which they are finite.
  int expand(Matrix& coefficients);

 private:
  /// One set of unknowns with its place in the jets.
  struct Unknowns {
    std::size_t first_residual;  ///< n dynamic, then m constraint outputs
    Jets::Dependents dependents;
  };

  std::vector<NodeId> jet_inputs() const;
  std::vector<NodeId> jet_outputs() const;
  bool begin_slowly(double t, const Vector& q, const Vector& v);
  bool solve(int k, const Unknowns& unknowns);
  void prepare_solves(const StateValues& here);
  void solve_linear();
  bool solve_order(int k);

  Dynamics& dynamics_;
  const int order_;
  const double rank_tolerance_;
  const std::size_t n_, m_;
  ResidualForm form_;
  Jets jets_;
  std::vector<Unknowns> unknowns_;            ///< ideal first, because C may use its multipliers
  std::unique_ptr<CompiledSeries> compiled_;  ///< for states where rows are clearly independent
  bool is_compiled_ = false;                  ///< whether it has begun at the present state
  double t_ = 0;
  Vector q_, v_;
  std::optional<numeric::KktFactors> factors_;
  Matrix M_, A_, gain_, free_;  ///< x = K g + V Vᵀf, where the factors allow it
  Vector f_, g_, x_, lambda_;   ///< one solve
  Vector df_, dg_, part_, reduced_;
  Vector solution_, acceleration_;
};

}  // namespace alembert
