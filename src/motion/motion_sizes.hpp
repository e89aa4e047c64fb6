#pragma once
/// How large a motion is: what its errors are relative to, whatever the units of its model.

#include <vector>

#include "motion/motion.hpp"

namespace alembert {

/// What must cancel in a row of the constraints, and what rounding leaves of it.
struct RowSize {
  double position = 0;  ///< of φ
  double velocity = 0;  ///< of φ̇ or ψ
  double position_rounding = 0, velocity_rounding = 0;
  double multiplier_rounding = 0;  ///< of its λ, also of a row that nothing pulls at
};

/// How large a coordinate, its rates and the forces on it are in a motion of this size, in units of
/// that coordinate; also of one that hardly moves.
struct CoordinateSize {
  double position = 0, velocity = 0, acceleration = 0, force = 0;
  double position_rounding = 0, velocity_rounding = 0, acceleration_rounding = 0;
};

struct MotionSizes {
  /// The largest kinetic energy, change of the other energies, or work.
  double exchanged = 0;
  /// That, or what a motion of this size and these accelerations could exchange: a pendulum that
  /// hardly moves has an error of the tolerance in its position all the same.
  double energy = 0;
  /// What rounding leaves of the energy, which may be a small difference of large terms.
  double energy_rounding = 0;
  std::vector<RowSize> rows;  ///< of Equations::rows
  std::vector<CoordinateSize> coordinates;
};

/// The sizes along a motion, from some of its outputs. Positions, velocities and accelerations are
/// measured by the inertia that goes with them, which makes metres and radians comparable.
MotionSizes sizes_of(const Motion& motion);

/// The outputs that are looked at: all of few, some of many, the first and the last in any case.
/// `nodes` is how many nodes the formulas have that are evaluated there.
std::vector<std::size_t> sampled_outputs(const Motion& motion, std::size_t nodes);

/// The numbers of a row of the motion's table for its symbols, and those of the parameters.
Assignment assignment_at(const Equations& equations, std::span<const double> row);

}  // namespace alembert
