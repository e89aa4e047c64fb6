#pragma once
/// M x = f + Aᵀλ with A x = g as formulas, solved by the factors of [[M, Aᵀ], [A, 0]] and refined once.

#include <vector>

#include "motion/explicit_formulas.hpp"

namespace alembert {

class SaddleFormulas {
 public:
  using Formulas = std::vector<NodeId>;

  /// M and the rows of `formulas` that are solved for; made in the graph of `formulas`.
  explicit SaddleFormulas(ExplicitFormulas& formulas);

  struct Solution {
    Formulas x;
    Formulas lambda;  ///< by place in the rows that are solved for
  };
  /// f by coordinate, g by place.
  Solution solve(const Formulas& f, const Formulas& g) const;

  /// The same with `formula(…)` in place of every entry and every factor.
  template <class Formula>
  SaddleFormulas with(const Formula& formula) const {
    SaddleFormulas other(*this, factors_.with(formula));
    for (std::vector<Entry>* matrix : {&other.M_, &other.A_})
      for (Entry& entry : *matrix) entry.value = formula(entry.value);
    return other;
  }

 private:
  SaddleFormulas(const SaddleFormulas& other, const UnrolledFactors& factors)
      : graph_(other.graph_), M_(other.M_), A_(other.A_), n_(other.n_), factors_(factors) {}

  Solution solve_once(Formulas f, const Formulas& g) const;

  Graph& graph_;
  std::vector<Entry> M_, A_;  ///< lower triangle; rows by place
  std::size_t n_;
  UnrolledFactors factors_;
};

}  // namespace alembert
