#pragma once
/// M, Q, A and b of M q̈ = Q + Aᵀλ + C and A q̈ = b in numbers, at one state.

#include <cmath>
#include <vector>

#include "mechanics/equations.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

/// The entries of M and A that are not zero everywhere, and all of Q and b. They refer to the
/// equations from which they were found, which must outlive them.
class StateValues {
 public:
  using Vector = numeric::Vector;
  using Matrix = numeric::Matrix;

  explicit StateValues(const Equations& equations);

  double t() const { return t_; }
  const Vector& q() const { return q_; }
  const Vector& v() const { return v_; }

  /// Whether all numbers below are finite.
  bool is_finite() const { return is_finite_; }

  const Matrix& M() const { return dense().M; }
  const Vector& Q() const { return Q_; }
  const Matrix& A() const { return dense().A; }
  const Vector& b() const { return b_; }
  double applied_power() const { return applied_power_; }
  double time_power() const { return time_power_; }  ///< −∂L/∂t

  /// M and Q as they follow from L, without what completes a singular M.
  Matrix derived_M() const;
  Vector derived_Q() const;
  /// Coordinates along which the kinetic energy is negative: M_jj < 0.
  std::vector<std::size_t> negative_inertias() const;

  /// Calls `function(j, A_rj)` for the entries of a row.
  template <class Function>
  void for_row(std::size_t row, Function function) const {
    for (std::size_t e = row_begin_[row]; e < row_begin_[row + 1]; ++e)
      function(equations_->A.entries[e].column, entries_[A_at_ + e]);
  }
  /// Σ_j |A_rj| s_j with natural sizes s of q or q̇: what its terms must cancel to.
  double row_size(numeric::Index row, const Vector& sizes) const;
  /// An entry of M or A, by its index among those of the equations.
  double M_entry(std::size_t e) const { return entries_[e]; }
  double A_entry(std::size_t e) const { return entries_[A_at_ + e]; }

 private:
  friend class StateEquations;  // which fills them in

  /// The formulas of all these numbers, in the order in which they are kept.
  static std::vector<NodeId> formulas(const Equations& equations);
  /// Takes them from `entries_`, where they were written.
  void read_entries();

  /// M and A with their zeros, filled in when they are asked for.
  struct Dense {
    Matrix M, A;
    bool is_filled = false;
  };
  const Dense& dense() const;

  const Equations* equations_;
  std::size_t A_at_;                    ///< of the entries of A
  std::vector<std::size_t> row_begin_;  ///< of A, in its entries
  std::vector<double> entries_;         ///< of M, Q, A, b and the powers
  double t_ = 0;
  Vector q_, v_, Q_, b_;
  double applied_power_ = 0, time_power_ = 0;
  bool is_finite_ = false;
  mutable Dense dense_;
};

}  // namespace alembert
