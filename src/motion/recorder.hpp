#pragma once
/// From a state to a row of the motion's table: everything there is to know about one instant.

#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/shared_pushes.hpp"
#include "motion/motion_columns.hpp"

namespace alembert {

class Recorder {
 public:
  /// `whole` are the equations of the table; those of `dynamics` are the same, or a part of them
  /// (acting_part.hpp).
  Recorder(Dynamics& dynamics, const Equations& whole, const MotionColumns& layout);

  /// The forces of an instant as they are told: of those of contacts that are not unique some that
  /// push. They stay until the next call.
  const Instant& told(const StateValues& here);

  /// The row at y = (q, q̇, works); what the forces would tell is NaN where there is no
  /// acceleration. It stays until the next call.
  const std::vector<double>& row(double t, const numeric::Vector& y);

 private:
  void put_state(double t, const numeric::Vector& y, std::vector<double>& row);
  void put_forces(const StateValues& here, const Instant& now, std::vector<double>& row) const;

  Dynamics& dynamics_;
  SharedPushes shares_;
  Instant told_;
  const MotionColumns& layout_;
  CompiledFormulas watches_;
  std::vector<std::size_t> place_of_row_;  ///< in the table, of each row that acts
  std::vector<std::size_t> other_rows_;    ///< of the table
  CompiledFormulas other_residuals_;       ///< of these: φ and φ̇, or ψ and 0
  std::vector<std::size_t> variables_;     ///< by index of the parameter
  numeric::Vector q_, v_;
  std::vector<double> row_;
};

}  // namespace alembert
