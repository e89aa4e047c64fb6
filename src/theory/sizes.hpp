#pragma once
/// How large the quantities of a system naturally are: what is left of a difference is small or large beside them.
///
/// A sum may vanish where its terms do not, as on a grain that falls at its final speed; and a component without any
/// terms still carries the rounding of the others. So a difference is judged beside terms, and all components of a
/// quantity in units in which they compare. None of this knows a metre: in other units it changes as the quantities do.

#include <vector>

#include "mechanics/equations.hpp"
#include "theory/along_curves.hpp"

namespace alembert::theory {

/// As a unit it changes no digit.
double nearest_power_of_two(double x);

/// The numbers of t, q, q̇, q̈ and the parameters at a point.
Assignment values_at(const System& system, const Point& point);

/// The sizes of the terms that the formulas add up at a point; at least those of the values.
struct Terms {
  Matrix M, A;
  Vector Q, b;
  Vector residual;  ///< of φ, ψ or χ, by row
  Vector rate;      ///< of φ̇ for position rows, else as `residual`
  double energy = 0;
};
Terms terms_at(const Equations& equations, const Point& point);

/// Units in which the components of a vector compare.
struct Units {
  /// s: kinetic energy is Σ ½(q̇_j/s_j)² but for the coupling of masses, so that all q̈_j/s_j are of one kind, and all
  /// forces s_j Q_j; powers of two, so that no digit changes.
  Vector coordinate;
  Vector row;                         ///< the lengths of the rows of A in these units
  double position = 0, velocity = 0;  ///< the largest |q_j|/s_j and |q̇_j|/s_j
};

/// s of one instant. A coordinate without mass takes the unit of those that a row ties it to.
Vector coordinate_units(const Matrix& M, const Matrix& A);

/// The units of a motion that passes through these points: an instant at which something vanishes does not change
/// them. `inertia` is M_jj beside them, where it is known.
Units units_of(const std::vector<Point>& points, const std::vector<Terms>& terms,
               const Vector& inertia = {});

/// All that a difference is judged by at one point.
struct Sizes {
  Units units;
  Terms terms;
  double acceleration = 0;  ///< the size of all terms of s Q, s C, b and q̈/s, in units of q̈/s
};

/// At a point of a motion with these units; C is the force of constraints that are not ideal, empty for none.
Sizes sizes_at(const Units& units, const Terms& terms, const Point& point, const Vector& C);
/// At a point that stands for itself.
Sizes sizes_at(const Equations& equations, const Point& point);

}  // namespace alembert::theory
