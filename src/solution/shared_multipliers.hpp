#pragma once
/// Multipliers where some rows are left out because they depend on those that are kept, A_out = D
/// A_kept. The rows carry the force A_keptᵀλ together, and the multipliers of least norm (Eq. 30 of
/// docs/theory.md) are
///
///     λ_out = (I + D Dᵀ)⁻¹ D λ ,  λ_kept = λ − Dᵀλ_out .

#include <vector>

#include "solution/saddle_formulas.hpp"

namespace alembert::solution {

class SharedMultipliers {
 public:
  using Formulas = std::vector<NodeId>;

  /// `saddle` is made of M, with the diagonal `inertia`, and the rows kept. Rows are given over all
  /// coordinates, with zeros where they have no entry.
  SharedMultipliers(Graph& graph, const SaddleFormulas& saddle, const Formulas& inertia,
                    const std::vector<Formulas>& kept, const std::vector<Formulas>& left_out);

  struct Multipliers {
    Formulas kept, left_out;
  };
  /// Those of least norm with the force of these multipliers of the rows kept.
  Multipliers of_least_norm(const Formulas& lambda) const;

  /// By row kept: how much rows left out depend on it, as rows of unit length. Its multiplier is
  /// unique where that is zero.
  Formulas dependence() const;
  /// The largest part of a row left out that those kept do not make up, relative to the row: zero
  /// as long as it may be left out.
  NodeId independence() const { return independence_; }

 private:
  NodeId add(NodeId a, NodeId b) const { return graph_.make(Op::add, a, b); }
  NodeId multiply(NodeId a, NodeId b) const { return graph_.make(Op::multiply, a, b); }
  NodeId dot(const Formulas& a, const Formulas& b) const;
  NodeId length_of_row(const Formulas& row) const;
  NodeId length_of_motion(const Formulas& x) const;
  std::vector<SymmetricEntry> one_plus_DDt() const;

  Graph& graph_;
  Formulas inertia_;  ///< |M_jj|
  Formulas kept_lengths_, left_out_lengths_;
  std::vector<Formulas> D_;
  NodeId independence_;
};

}  // namespace alembert::solution
