#pragma once
/// M x = f + Aᵀλ with A x = g as formulas, solved by factors of [[M, Aᵀ], [A, 0]]: unrolled, or in
/// loops where they would be too long for that.

#include <variant>
#include <vector>

#include "compile/solve/rolled_systems.hpp"
#include "compile/solve/unrolled_factors.hpp"
#include "solution/tree_factors.hpp"
#include "symbol/differentiate.hpp"

namespace alembert::solution {

class SaddleFormulas {
 public:
  using Formulas = std::vector<NodeId>;

  /// The lower triangle of M, for n coordinates, and m rows of A, factorised in an order of
  /// `order_for`; in loops where `rolled` is given.
  SaddleFormulas(Graph& graph, std::size_t n, std::vector<Entry> M, std::vector<Entry> A,
                 const EliminationOrder& order, RolledSystems* rolled = nullptr);
  /// The same for M of a deep tree of bodies, with entries beside theirs within joints, of which
  /// only the diagonal is given.
  SaddleFormulas(Graph& graph, std::size_t n, std::size_t m, std::vector<Entry> M,
                 std::vector<Entry> A, const BodyTree& tree, const std::vector<Entry>& beside);
  static EliminationOrder order_for(const Graph& graph, std::size_t n, std::size_t m,
                                    const std::vector<Entry>& M, const std::vector<Entry>& A);

  struct Solution {
    Formulas x;
    Formulas lambda;  ///< by row
  };
  /// f by coordinate, g by row.
  Solution solve(Formulas f, const Formulas& g) const;
  /// With the residuals of both equations removed once: where the rows are clearly independent that
  /// takes the error to rounding.
  Solution refined(const Formulas& f, const Formulas& g) const;

  Formulas M_times(const Formulas& x) const;

  /// 1 where the rows are orthogonal in the norm of M⁻¹, beyond bounds where they depend on each
  /// other or M is not positive. Also where a row becomes short beside its natural length in the
  /// norm of diag(M)⁻¹, if those are given.
  NodeId condition(const std::vector<double>& lengths = {}) const;

  /// The same with `formula(…)` in place of every entry and every factor, which must be unrolled.
  template <class Formula>
  SaddleFormulas with(const Formula& formula) const {
    const auto* tree = std::get_if<TreeFactors>(&factors_);
    SaddleFormulas other(*this, tree ? Factors(tree->with(formula))
                                     : std::get<UnrolledFactors>(factors_).with(formula));
    for (std::vector<Entry>* matrix : {&other.M_, &other.A_})
      for (Entry& entry : *matrix) entry.value = formula(entry.value);
    return other;
  }

 private:
  using Factors = std::variant<UnrolledFactors, RolledFactors, TreeFactors>;
  SaddleFormulas(const SaddleFormulas& other, const Factors& factors)
      : graph_(other.graph_),
        M_(other.M_),
        A_(other.A_),
        n_(other.n_),
        row_factors_(other.row_factors_),
        factors_(factors) {}

  Factors factorised(const EliminationOrder& order, const std::vector<SymmetricEntry>& matrix,
                     RolledSystems* rolled) const;
  Formulas solve(Formulas y) const;
  const Formulas& reciprocals() const;
  NodeId scaled(std::size_t row, NodeId formula) const;
  std::vector<Entry> scaled(std::vector<Entry> A) const;

  Graph& graph_;
  std::vector<Entry> M_, A_;  ///< M: lower triangle, or the diagonal alone
  std::size_t n_;
  std::vector<double> row_factors_;  ///< what rows of A are divided by
  Factors factors_;
};

}  // namespace alembert::solution
