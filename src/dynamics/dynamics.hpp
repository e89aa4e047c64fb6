#pragma once
/// One system in numbers along a motion, by two roads: the explicit equation of motion, for rows
/// that are clearly independent and imply all others, and the solver that decides their rank,
/// everywhere else. This is the only place that chooses between them.

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "dynamics/explicit_motion.hpp"
#include "dynamics/shared_code.hpp"
#include "dynamics/shared_pushes.hpp"
#include "dynamics/shared_reactions.hpp"
#include "dynamics/state_solver.hpp"

namespace alembert {

class Dynamics {
 public:
  using Vector = numeric::Vector;

  /// Code that other runs of the same equations have compiled is taken from `code`, and new code is
  /// left there.
  Dynamics(const Equations& equations, const DynamicsOptions& options = {},
           std::shared_ptr<SharedCode> code = std::make_shared<SharedCode>());

  const Equations& equations() const { return solver_.equations(); }
  const DynamicsOptions& options() const { return solver_.options(); }
  std::size_t coordinates() const { return state().coordinates(); }
  std::size_t rows() const { return state().rows(); }

  /// M, Q, A, b, residuals and the energy at any state.
  StateEquations& state() { return solver_.state(); }
  const StateEquations& state() const { return solver_.state(); }
  /// The second road, which also tells the rank, and why there is no acceleration.
  StateSolver& solver() { return solver_; }
  const StateSolver& solver() const { return solver_; }

  /// MotionBeginning::terms at a state, after a look around.
  Vector force_terms(double t, const Vector& q, const Vector& v);
  /// By coordinate, how far the position rows lead it and those that it is coupled with by their
  /// rounding.
  Vector ways_of_rounding(double t, const Vector& q, const Vector& v);
  /// What is small beside the motion.
  NaturalSizes& sizes() { return sizes_; }
  const NaturalSizes& sizes() const { return sizes_; }

  /// A parameter of the system, by its index, has another number from now on: one of
  /// DynamicsOptions::free_parameters, or one that the equations of motion do not contain.
  void set_parameter(std::size_t which, double number);

  enum class Road { none, explicit_equation, rank_revealing };
  /// dy = (q̇, q̈, powers of the applied, ideal, non-ideal and time-dependent parts) at y = (q, q̇,
  /// …), and by which road it was found; none, with solver().failure(), where there is no q̈.
  Road differentiate(double t, const Vector& y, Vector& dy);
  /// Of the rows at the state of that call.
  double condition() const { return condition_; }

  /// All forces at a state on the constraints; they stay until the next call.
  const Instant& instant(const StateValues& here);
  const Instant& instant(double t, const Vector& q, const Vector& v) {
    return instant(solver_.evaluate(t, q, v));
  }
  /// Largest residuals and the energy at y.
  StateAudit audit(double t, const Vector& y);

  /// The rows for which the explicit equation is there, fewer than all where some follow from
  /// others; null where it is not there at all.
  const std::vector<std::size_t>* independent_rows() const {
    return explicit_ ? &explicit_->rows() : nullptr;
  }
  /// Whether others may serve better elsewhere.
  bool has_rows_to_choose() const { return explicit_ && explicit_->rows().size() < rows(); }
  /// Takes the rows that are clearest independent at a state, `rank` of them; whether they are
  /// others than before.
  bool choose_rows(double t, const Vector& q, const Vector& v, numeric::Index rank);
  /// Which rows `differentiate` and `step` look at: those chosen, or all of them by the second
  /// road.
  enum class Rows { chosen, all };
  void look_at(Rows which) { looks_at_ = which; }

  // By the explicit equation alone. Nothing is answered where it is not there, or does not hold.

  bool takes_steps() const { return chosen() != nullptr; }
  /// A step of length h, and f at its stages (StepKernel).
  double step(double t, double h, const Vector& y, Vector& landed, integrate::ConditionRange& met);
  bool stages_of(double t, double h, std::span<Vector> stages) const;
  /// Whether the rows are clearly independent at y, and q̈ is finite.
  bool is_regular_at(double t, const Vector& y);
  /// The ratio of singular values of its rows: 1 far from, 0 at a loss of rank.
  std::optional<double> ratio_at(double t, const Vector& y);
  /// Moves (q, q̇) of `from` onto the constraints, least in the norm of M, and leaves the result in
  /// y, which may be the same; how far a component moved at first, relative to its size.
  std::optional<double> project(double t, const Vector& from, Vector& y);

 private:
  void write_out(const std::vector<std::size_t>& rows);
  void find_instant(const StateValues& here);
  ExplicitMotion* chosen() const { return looks_at_ == Rows::all ? nullptr : explicit_; }

  StateSolver solver_;
  const std::shared_ptr<SharedCode> code_;
  NaturalSizes sizes_;
  /// By rows; a motion comes back to the same ones again and again.
  std::map<std::vector<std::size_t>, std::unique_ptr<ExplicitMotion>> written_out_;
  ExplicitMotion* explicit_ = nullptr;
  Rows looks_at_ = Rows::chosen;
  double condition_ = 1;
  Vector q_, v_, state_;
  Instant instant_;
  std::optional<SharedPushes> pushes_;     ///< where formulas ask for ends of forces of contacts
  std::optional<SharedReactions> shared_;  ///< where joints have reactions that may not be unique
};

}  // namespace alembert
