#pragma once
/// The explicit equations of a system, M q̈ = Q + (forces of constraint) with A q̈ = b, as
/// formulas.

#include <span>
#include <string>
#include <vector>

#include "mechanics/classify.hpp"
#include "mechanics/system.hpp"
#include "symbol/differentiate.hpp"

namespace alembert {

/// A matrix of formulas by its structural nonzeros, row by row, columns increasing.
struct FormulaMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Entry> entries;
};

/// A row of A q̈ = b with what it was made from.
struct EquationRow {
  std::string name;
  std::size_t constraint;  ///< index into System::constraints()
  Level level;
  NodeId residual;        ///< φ (position), ψ (velocity), A q̈ − b as written (acceleration)
  NodeId rate = no_node;  ///< φ̇ for position rows
  NodeId lambda;          ///< the symbol of its ideal multiplier
  NodeId total;           ///< the symbol of its true multiplier
  Classification classification;
  std::optional<std::size_t> friction = {};  ///< whose sticking it is

  /// What it asks of positions, φ, or of velocities, φ̇ or ψ; no_node where it asks nothing of them.
  NodeId residual_at(Level asked) const {
    return asked == level ? residual : asked == Level::velocity ? rate : no_node;
  }
};

/// The vector C of one constraint, or the part of it that is the sliding of its friction.
struct NonIdealForce {
  std::size_t constraint;
  std::vector<CoordinateFormula> C;
  std::optional<std::size_t> friction = {};
};

/// A row a q̈ = b that gives inertia to a direction in which M has none: w aᵀa is added to M, and w
/// aᵀb to Q.
struct CompletingRow {
  std::size_t row;
  double weight;  ///< w
};

/// M and Q with what some rows add to them; empty where M is regular.
struct Completion {
  std::vector<CompletingRow> rows;
  FormulaMatrix M;
  std::vector<NodeId> Q;
};

/// Formulas of q, q̇, t and the parameters; the equation numbers are those of docs/theory.md.
struct Equations {
  System system = System();  ///< what they were derived from; shares the graph

  FormulaMatrix M;                     ///< mass matrix ∂²L/∂q̇∂q̇, both triangles
  std::vector<Entry> M_beside_bodies;  ///< lower triangle of M without System::known_energies
  std::vector<NodeId> Q;  ///< everything in M q̈ = Q but the constraints, gyroscopic terms included
  FormulaMatrix A;        ///< constraint rows
  std::vector<NodeId> b;
  std::vector<EquationRow> rows;
  std::vector<NonIdealForce> C;
  Completion completion;  ///< empty in what `derive` returns

  NodeId L;                     ///< Lagrangian
  std::vector<NodeId> applied;  ///< Q′, the non-conservative generalised forces
  NodeId energy;                ///< q̇·∂L/∂q̇ − L
  NodeId applied_power;         ///< q̇·Q′
  NodeId time_power;            ///< −∂L/∂t
  std::vector<Watch> watches;   ///< in q, q̇, q̈, t and the multipliers of the rows

  std::vector<std::string>
      notes;  ///< what a mechanician should know: no inertia, Gauss-Chetaev rule

  /// The equations as they are solved: completed, where M is singular and rows make it regular.
  const FormulaMatrix& solved_M() const { return completion.rows.empty() ? M : completion.M; }
  const std::vector<NodeId>& solved_Q() const { return completion.rows.empty() ? Q : completion.Q; }

  Graph& graph() const { return system.graph(); }
  /// The entries of A in the rows of a constraint.
  std::span<const Entry> entries_of(std::size_t constraint) const;
  /// The laws C of a constraint.
  std::span<const NonIdealForce> laws_of(std::size_t constraint) const;
  /// The coordinates on which a constraint can act, increasing: those in its rows and in its law.
  std::vector<std::size_t> coordinates_of(std::size_t constraint) const;
  /// The formulas of C, law by law.
  std::vector<NodeId> law_formulas() const;
  /// The formulas that make up the equations of motion: M, Q, A, b, C.
  std::vector<NodeId> motion_formulas() const;
  /// The same with the rows as written, their rates, the energy and its powers: all that a run
  /// follows.
  std::vector<NodeId> run_formulas() const;
  /// Number of nodes that M, Q, A, b, C need.
  std::size_t live_nodes() const;
};

/// Derives the equations of motion (Eqs 1-12 of docs/theory.md).
Equations derive(const System& system);

/// The force that keeps each opening of the system at zero, by opening, as a formula of q, q̇, q̈, t
/// and the multipliers of the rows (Eq. 48 of docs/theory.md).
std::vector<NodeId> holding_forces(const Equations& equations);

/// The formulas with reaction(...), power(...), energy and the like expressed in q, q̇, q̈, t and
/// the multipliers of the rows.
std::vector<NodeId> resolve_forces(const Equations& equations, const std::vector<NodeId>& formulas);

}  // namespace alembert
