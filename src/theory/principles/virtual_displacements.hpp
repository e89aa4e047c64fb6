#pragma once
/// Virtual displacements: the directions v with A v = 0 that the constraints leave free while t, q
/// and q̇ are held; and the possible paths that differ from the motion by (dt²/2) v.

#include "dynamics/manifold.hpp"
#include "theory/principles/constraint_rates.hpp"

namespace alembert::theory {

/// Orthonormal columns that span N(A). Rows count by their direction, whatever their units; a row
/// below `tolerance` beside those above it is dependent.
Matrix virtual_basis(const Matrix& A, double tolerance = 1e-10);

/// Is A v = 0, to `tolerance` of each row's length times that of v?
bool is_virtual(const Matrix& A, const Vector& v, double tolerance = 1e-9);

/// The angles between two spaces spanned by orthonormal columns, in radians, increasing, as many as
/// the smaller space has dimensions; small ones are as accurate as large ones.
Vector principal_angles(const Matrix& U, const Matrix& W);

/// The work of a given force, computed or measured, in virtual displacements (XD 5).
struct VirtualWork {
  double largest = 0;   ///< in a displacement of unit length
  Vector displacement;  ///< the one in which it is largest; zero where there is none
  double relative =
      0;  ///< largest, relative to the length of the force: 0 ideal, 1 all of it works
  double off_rows = 0;  ///< the distance from R(Aᵀ), found without N(A): equals `largest`
};
VirtualWork virtual_work(const Matrix& A, const Vector& force);

/// Σ_t: how far a state is from the constraints, each row relative to the terms that have to cancel
/// in it, with positions and velocities of the size that is usual for the system.
struct Distance {
  Vector position;  ///< φ; zero for other rows
  Vector velocity;  ///< φ̇ or ψ; zero for acceleration rows
  double largest() const;
};
Distance distance_from_constraints(ConstraintRates& rates, const Point& point, const Sizes& sizes);

/// Definition 1 of VF: is (0, w) tangent to Σ_t? Found from the constraints along q̇ + s w, not
/// from A. `unit` holds units in which the components of w compare; empty if they are all the same.
bool is_dynamical_virtual(ConstraintRates& rates, const Point& point, const Vector& w,
                          const Vector& unit = {}, double tolerance = 1e-9);

/// φ̇ and ψ at time dt on the path with the acceleration q̈ + v, divided by dt: tends to A v (XD
/// 13).
Vector slope_of_contact(ConstraintRates& rates, const Point& point, const Vector& v, double dt);

/// u(t+dt) − x(t+dt) between a possible path and the motion, both on the constraints: (dt²/2) [v +
/// O(dt)]. Throws ModelError where no state on the constraints is near.
Vector possible_displacement(Manifold& manifold, const Point& point, const Vector& v, double dt);

/// The angles between the virtual displacements at two velocities, in these units of the
/// coordinates: zero for rows linear or affine in q̇.
Vector turning(ConstraintRates& rates, const Point& point, const Vector& other_velocity,
               const Vector& unit = {});

/// The statements above at a point of the motion; `ideal_force` is M q̈ − Q − C by whatever route
/// (rows V3, V6-V8, V11, V12, V14, X4, X5, X7, X8).
Identities check_virtual_displacements(const Equations& equations, ConstraintRates& rates,
                                       const Point& point, const Vector& ideal_force,
                                       const Sizes& sizes);

}  // namespace alembert::theory
