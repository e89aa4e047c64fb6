#pragma once
/// M of a tree of rigid bodies as formulas that never write it out: articulated inertias (Eqs 54-56
/// of docs/theory.md). Their number grows with the number of bodies, where that of the factors of M
/// grows with the depth of the tree.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "compile/solve/unrolled_factors.hpp"
#include "mechanics/body_tree.hpp"

namespace alembert::solution {

/// Solves [[M, Aᵀ], [A, 0]] x = y, as UnrolledFactors does.
class TreeFactors {
 public:
  using Formulas = std::vector<NodeId>;

  /// M is that of the tree and `beside`, entries of its lower triangle between coordinates of one
  /// joint each. The tree moves all n coordinates; A has m rows.
  TreeFactors(Graph& graph, BodyTree tree, std::size_t n, const std::vector<Entry>& beside,
              std::size_t m, const std::vector<Entry>& A);

  Formulas solve(const Formulas& y) const;
  /// M x, by the momenta of the bodies that move with x.
  Formulas M_times(const Formulas& x) const;
  /// Of the pivots, by unknown.
  const Formulas& reciprocals() const { return reciprocals_; }

  /// The same with `formula(…)` in place of all that is not a number.
  TreeFactors with(const std::function<NodeId(NodeId)>& formula) const;

 private:
  /// What is known of a joint once the inertia of all that it carries is: K = SᵀI S and the rest of
  /// its own block of M, eliminated from its last column to its first.
  struct JointFactors {
    std::vector<Expr> reciprocals;  ///< of the pivots, by column
    std::vector<Wrench>
        shares;  ///< U/D: the wrench of the carrier for a unit of force on the column
    std::vector<std::vector<Expr>> L = {};  ///< by column, for the columns before it
  };

  std::vector<Expr> fold(std::vector<Expr> forces) const;
  std::vector<Expr> unfold(const std::vector<Expr>& folded) const;
  std::vector<Expr> expressions(const Formulas& formulas) const;

  Graph& graph_;
  BodyTree tree_;
  std::vector<Entry> beside_;
  std::size_t n_;
  std::vector<JointFactors> joints_;           ///< by body
  std::vector<std::vector<Expr>> rows_;        ///< by row of A: L⁻¹Aᵀ
  std::optional<UnrolledFactors> among_rows_;  ///< A M⁻¹Aᵀ
  Formulas reciprocals_;
};

/// Whether M is of this kind, with entries beside that of the bodies only within joints, and the
/// tree so deep, with so few rows, that this pays.
bool is_deep_tree(const BodyTree& tree, std::size_t n, const std::vector<Entry>& beside,
                  std::size_t m);

}  // namespace alembert::solution
