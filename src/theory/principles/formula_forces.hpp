#pragma once
/// What formulas of a model do to the bodies that they speak of: springs and motors of joints,
/// particles, potentials of places, constraints beside the joints (Eq. 62 of docs/theory.md). Each
/// is a force on a coordinate, or on an opening of a joint.

#include "theory/principles/derivatives.hpp"
#include "theory/principles/open_curves.hpp"

namespace alembert::theory {

/// By variable: the coordinates and behind them the openings.
struct VariableForces {
  Vector force;
  Vector size;  ///< of the terms that were added up
};

class FormulaForces {
 public:
  /// The system must outlive it.
  explicit FormulaForces(const System& system);

  /// Forces other than those of the bodies' own inertia, weight, springs and loads, and of their
  /// joints. `C` is the force of constraints that are not ideal.
  VariableForces at(const Point& point, const Vector& lambda_total, const Vector& C);
  /// What one multiplier of one does, by row of the system, at the point of the last `at`; zero for
  /// rows of joints.
  Vector of_row(Index row);
  /// Is it a row of a constraint that is no joint?
  bool is_own(Index row) const { return is_own_[static_cast<std::size_t>(row)]; }
  /// Does it normalise a quaternion?
  bool is_unit(Index row) const { return is_unit_[static_cast<std::size_t>(row)]; }
  /// Why forces cannot be told body by body; empty where they can.
  const std::string& why_not() const { return why_not_; }

 private:
  void add_inertia(const Point& point, VariableForces& sum);

  const System& system_;
  std::vector<bool> is_own_, is_unit_;  ///< by row
  std::vector<Level> level_;            ///< by row
  std::string why_not_;
  Index potentials_ = 0, dissipations_ = 0, powers_ = 0;
  std::vector<bool> is_record_;  ///< by drive: does a record say the same?
  OpenCurves formulas_, residuals_;
  Derivatives inertia_, given_;
};

}  // namespace alembert::theory
