#pragma once
/// The explicit equation of motion written out as formulas: q̈, the way back to the constraints and
/// the audit of a state, as functions of t, q and q̇ alone.
///
/// M, Q, A and b are formulas, and so is the solution of their equations: LDLᵀ of [[M, Aᵀ], [A, 0]]
/// unrolled into the graph (compile/solve/unrolled_factors.hpp), without a branch. That is right as
/// long as the rows are clearly independent; their condition comes with every result, and where it
/// is bad the rank-revealing solvers of `numeric` must answer.

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mechanics/equations.hpp"
#include "solution/baumgarte.hpp"
#include "solution/saddle_formulas.hpp"
#include "solution/shared_multipliers.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert::solution {

struct ExplicitOptions {
  std::vector<std::size_t> free_parameters = {};  ///< inputs after t, q, q̇; the others are numbers
  std::optional<Baumgarte> baumgarte = {};
  bool keeps_constraints = false;  ///< states lie on the constraints, but for the errors of steps
  bool may_roll = false;           ///< systems that are too dense to be unrolled are left to loops
  std::vector<double> row_lengths = {};  ///< natural ones, by row, where others can be chosen
};

class ExplicitFormulas {
 public:
  /// The equations with the constraint rows `rows`, which are independent and imply all others.
  /// Empty where such formulas do not exist or do not pay: coordinates without inertia, laws that
  /// loop through total(...) but those of sliding in one sense, laws of multipliers that are not
  /// unique, too much fill-in to be unrolled where that must be.
  static std::unique_ptr<ExplicitFormulas> make(const Equations& equations,
                                                const std::vector<std::size_t>& rows,
                                                const ExplicitOptions& options);

  /// A graph of its own: two runs of one system share nothing that changes.
  const Graph& graph() const { return graph_; }
  Graph& graph() { return graph_; }
  /// t, q, q̇ and the free parameters.
  const std::vector<NodeId>& inputs() const { return inputs_; }
  /// Further inputs of steps and of projections: the natural sizes of q and q̇.
  const std::vector<NodeId>& sizes() const { return sizes_; }

  /// Whether linear systems are solved in loops: formulas are then complete only with the symbols
  /// of these, and have to be compiled here.
  bool is_rolled() const { return rolled_ != nullptr; }
  std::unique_ptr<Evaluator> compiled(const std::vector<NodeId>& outputs,
                                      const std::vector<NodeId>& inputs) const;

  /// M and the rows that are solved for.
  const SaddleFormulas& saddle() { return saddle_of(rows_); }
  const std::vector<std::size_t>& rows() const { return rows_; }
  /// Whether `instant` may be asked for: each row left out costs a solution of its own.
  bool has_instant() const { return left_out_.size() <= 8; }
  /// Whether one step of Newton's method meets the velocity rows.
  bool is_linear_in_velocities() const { return is_linear_; }

  /// The diagonal of M.
  const std::vector<NodeId>& inertia() const { return M_diagonal_; }
  /// How large the terms of Q are that may cancel each other.
  std::vector<NodeId> force_terms() { return formulas_of_term_sizes(graph_, Q_); }
  /// q̈, the powers of the applied, ideal, non-ideal and time-dependent parts, and the condition of
  /// the rows (integrate/condition_range.hpp), which is not a number where something else is not.
  std::vector<NodeId> acceleration();
  /// One step of Newton's method towards the constraints, least in the norm of M: the new q, and
  /// the new q̇ for that q; the largest changes of each relative to its natural size, by how much
  /// the rows left out miss at most, relative to their terms, and the condition.
  std::vector<NodeId> projection();
  /// Largest |φ|, largest |φ̇| or |ψ|, and the energy.
  std::vector<NodeId> audit();
  /// q̈, λ and λ_tot of least norm, by row the dependence of others on it, the terms of the
  /// non-ideal law, the largest |b − A q̈|, the virtual work of the ideal forces relative to their
  /// size, the independence of the rows left out, and the condition; all refined.
  std::vector<NodeId> instant();

 private:
  using Formulas = std::vector<NodeId>;
  using Rows = std::vector<std::size_t>;
  using Solution = SaddleFormulas::Solution;

  ExplicitFormulas(const Equations& equations, const Rows& rows, const ExplicitOptions& options);

  void stabilise(const Baumgarte& terms);
  std::vector<Entry> entries_of(const Rows& rows) const;
  const SaddleFormulas& saddle_of(const Rows& rows);
  bool has_inertia() const;
  Formulas law(const Formulas& lambda);
  Formulas true_multipliers(const Formulas& lambda, const Formulas& law,
                            const std::vector<std::size_t>& looped);
  Formulas with_law(const Formulas& terms);
  Formulas reaction(const Formulas& lambda);
  Formulas of_rows(const Formulas& all, const Rows& rows) const;
  std::vector<double> lengths_of(const Rows& rows) const;
  SharedMultipliers shared_multipliers();
  Formulas in_order(const Formulas& kept, const Formulas& left_out) const;
  NodeId row_times(std::size_t row, const Formulas& x);
  NodeId speed_of(std::size_t row);
  NodeId largest(const Formulas& formulas);

  NodeId make(Op op, NodeId a, NodeId b = no_node) { return graph_.make(op, a, b); }
  NodeId add(NodeId a, NodeId b) { return make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return make(Op::multiply, a, b); }

  Graph graph_;
  const std::size_t n_;
  Rows rows_, left_out_;
  std::vector<double> row_lengths_;
  std::vector<Level> levels_;  ///< of all rows
  bool is_linear_ = true;

  struct DeepTree {
    BodyTree bodies;
    std::vector<Entry> beside;  ///< of M, lower triangle
  };
  std::optional<DeepTree> tree_;            ///< where M belongs to one
  std::unique_ptr<RolledSystems> rolled_;   ///< null where everything is unrolled
  std::map<Rows, SaddleFormulas> saddles_;  ///< so far

  // the equations in this graph
  Formulas inputs_, sizes_, v_;
  std::vector<Entry> M_;                ///< lower triangle, the diagonal of a deep tree
  std::vector<Entry> A_;                ///< of all rows
  std::vector<std::size_t> row_begin_;  ///< in A_
  Formulas M_diagonal_, Q_, b_, position_, velocity_;  ///< residuals φ, and φ̇ or ψ
  Formulas time_rate_;                                 ///< ∂φ/∂t, where constraints are kept
  Formulas lambda_, total_, law_;
  std::vector<std::size_t> law_coordinates_;
  NodeId energy_, applied_power_, time_power_;
};

}  // namespace alembert::solution
