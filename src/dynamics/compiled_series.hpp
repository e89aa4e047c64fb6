#pragma once
/// The Taylor series of the motion in two compiled functions: one of the state, with the factors of
/// the linear system and everything of order 0, and one that adds an order, with the same factors.
///
/// Right as long as the rows are clearly independent, as ExplicitFormulas is; series.hpp has the
/// way for all other states.

#include <cmath>
#include <memory>
#include <vector>

#include "compile/evaluator.hpp"
#include "compile/jets/convolutions.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/residual_form.hpp"
#include "integrate/condition_range.hpp"
#include "integrate/state_layout.hpp"

namespace alembert {

class CompiledSeries {
 public:
  /// For the rows of `dynamics` that are written out, and the jets of the residual form: t, q, q̇
  /// and the unknowns of `form`, each with accelerations and multipliers, to its powers and
  /// residuals. Empty where there are no such formulas.
  static std::unique_ptr<CompiledSeries> make(const Dynamics& dynamics,
                                              const std::vector<std::size_t>& rows,
                                              const ResidualForm& form, const Jets& jets);

  /// The rows that are solved for.
  const std::vector<std::size_t>& rows() const { return rows_; }

  /// Goes to a state; false where rows are not clearly independent or something is not finite.
  bool begin(double t, const numeric::Vector& q, const numeric::Vector& v);
  const double* acceleration() const { return numbers_.data(); }
  /// Ratio of singular values there, roughly: 1 far from, 0 at a loss of rank. Known after `begin`
  /// even where that is false.
  double ratio() const {
    const double condition = numbers_[integrate::StateLayout{n_}.condition_at()];
    return std::isnan(condition) ? 0 : integrate::ratio_for(condition);
  }

  /// As Series::expand, up to `order`.
  int expand(int order, numeric::Matrix& coefficients);

 private:
  struct Function {
    std::unique_ptr<Evaluator> evaluator;
    std::vector<double> workspace;
  };
  struct Formation;

  CompiledSeries(const Formation& formation, const Jets& jets);

  const std::vector<std::size_t> rows_;
  const std::size_t n_;
  Function begin_, next_;
  Convolutions convolutions_;
  std::vector<double> state_;    ///< t, q, q̇
  std::vector<double> numbers_;  ///< what `begin_` gives, and after it the other inputs of `next_`
  std::vector<double> results_;  ///< of `next_`
  std::size_t known_at_, order_at_, inputs_at_, sums_at_;  ///< in `numbers_`
};

}  // namespace alembert
