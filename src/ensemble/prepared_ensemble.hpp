#pragma once
/// An ensemble whose equations are derived and compiled once, for tables that come piece by piece.

#include <memory>
#include <span>
#include <vector>

#include "compile/evaluator.hpp"
#include "ensemble/ensemble.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

struct LaneFunctions;
struct LaneMotion;
class StartProgram;

class PreparedEnsemble {
 public:
  /// One number for each of what varies.
  using Row = std::span<const double>;

  /// The rows that are independent in the motion of `pilot` serve for all motions: pieces of one
  /// table that share a pilot give the same results as the table at once. Throws as
  /// `simulate_ensemble` does.
  PreparedEnsemble(const Model& model, const std::vector<Expr>& varied, Row pilot,
                   const EnsembleOptions& options = {});
  ~PreparedEnsemble();

  /// One motion for each row of `table`; several threads may call it at once.
  Ensemble run(std::span<const double> table) const;

  const EnsembleOptions& options() const { return options_; }  ///< its times are never empty
  const RunSettings& settings() const { return settings_; }
  std::size_t coordinates() const { return n_; }
  std::size_t columns() const { return varied_.size(); }
  /// What the lanes share; null where every motion is run by itself.
  const LaneFunctions* lanes() const { return functions_.get(); }
  /// ExplicitFormulas::instant() of t, q, q̇ and the free parameters; null where it was not asked
  /// for or does not exist.
  const Evaluator* instant() const { return instant_.get(); }
  /// Parameters that differ between motions: indices into System::parameters().
  const std::vector<std::size_t>& free_parameters() const { return free_parameters_; }
  const Equations& equations() const { return equations_; }  ///< of the model as it stands
  /// Whether the interpreter computes it, whose numbers differ from those of machine code in their
  /// last digits.
  static bool is_interpreted();
  /// All parameters of one motion in numbers.
  Assignment numbers_of(Row row) const;
  /// Sets a motion where it would start if its start satisfies the constraints.
  void begin(Row row, LaneMotion& motion) const;
  /// The equations of one motion, on a graph of their own.
  Equations equations_of(Row row) const;
  /// The start of one motion, by the formulas of the model on a graph of their own.
  StartData start_of(Row row) const;

 private:
  void check() const;
  void prepare_lanes(Row pilot);
  Assignment parameters_of(Row row) const;
  void put(NodeId symbol, double value, std::vector<double>& state) const;
  bool is_varied(NodeId symbol) const;

  const Model model_;
  const std::vector<Expr> varied_;
  EnsembleOptions options_;
  Equations equations_;
  const RunSettings settings_;
  const std::size_t n_;
  std::vector<double> parameters_;  ///< of the model as it stands
  std::vector<std::size_t> free_parameters_;
  std::unique_ptr<LaneFunctions> functions_;
  std::unique_ptr<Evaluator> instant_;
  std::unique_ptr<StartProgram> starts_;
};

}  // namespace alembert
