#pragma once
/// The natural sizes of the quantities of a system, beside which a difference is small or large.
///
/// A sum may vanish although its terms do not, as for a grain that falls at its final speed; and a
/// component without terms still carries the rounding of the others. So a difference is judged
/// beside its terms, and all components of a quantity in units in which they compare. Nothing here
/// depends on a metre: sizes scale with the units of the quantities.

#include <vector>

#include "mechanics/equations.hpp"
#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

/// The nearest power of two: as a unit it changes no digit.
double nearest_power_of_two(double x);

/// The largest component by magnitude; 0 of an empty vector.
double largest_component(const Vector& x);

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
  /// s: kinetic energy is Σ ½(q̇_j/s_j)² but for the coupling of masses, so that all q̈_j/s_j are
  /// of one kind, and all forces s_j Q_j; powers of two, so that no digit changes.
  Vector coordinate;
  Vector row;                         ///< the lengths of the rows of A in these units
  double position = 0, velocity = 0;  ///< the largest |q_j|/s_j and |q̇_j|/s_j
};

/// s of one instant. A coordinate without mass takes the unit of those that a row ties it to.
Vector coordinate_units(const Matrix& M, const Matrix& A);

/// The units of a motion that passes through these points: an instant at which something vanishes
/// does not change them. `inertia` is M_jj beside them, where it is known; `elsewhere` it passes
/// through by other equations, as in another mode.
Units units_of(const std::vector<Point>& points, const std::vector<Terms>& terms,
               const Vector& inertia = {}, const std::vector<Point>& elsewhere = {});

/// The sizes by which differences at one point are judged.
struct Sizes {
  Units units;
  Terms terms;
  double acceleration = 0;  ///< the size of all terms of s Q, s C, b and q̈/s, in units of q̈/s
};

/// The sizes at a point of a motion with these units; C is the force of constraints that are not
/// ideal, empty for none.
Sizes sizes_at(const Units& units, const Terms& terms, const Point& point, const Vector& C);
/// The sizes at a single point.
Sizes sizes_at(const Equations& equations, const Point& point);

}  // namespace alembert::theory
