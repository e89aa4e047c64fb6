#pragma once
/// What a mass matrix M allows: M > 0 has a square root and a Gauss minimum, M ≥ 0 needs the help
/// of the constraints (Eqs 33, 34 of docs/theory.md), any other symmetric M has stationarity only
/// (Eq. 35).

#include "numeric/matrix.hpp"

namespace alembert::numeric {

enum class MassKind { positive_definite, semidefinite, indefinite, asymmetric, not_finite };

/// "positive definite", "semidefinite", …
const char* to_string(MassKind kind);

struct Mass {
  MassKind kind = MassKind::positive_definite;
  /// The entry to blame: the worst M_ij ≠ M_ji, or the first that is not a finite number; else −1.
  Index row = -1, column = -1;
  /// The largest |M_ij − M_ji| relative to the sizes of the two coordinates involved.
  double asymmetry = 0;
  /// The smallest l_jj²/M_jj of M = LLᵀ, in (0, 1]: does not depend on the units of the
  /// coordinates. Zero when M is not positive definite.
  double pivot_ratio = 0;
};

/// Eigenvalues of an n×n M at unit diagonal that are smaller count as zero: rounding of the
/// entries.
double inertia_tolerance(Index n);

/// Decides on M with its diagonal scaled to one, so kilograms and kg m² may mix.
Mass classify_mass(MatrixView M);

/// The scales d_j > 0 of the coordinates, √|M_jj|; where M_jj = 0, what the rows of A suggest.
Vector coordinate_scales(MatrixView M, MatrixView A);

/// The weights w > 0 for which M + Aᵀdiag(w)A is balanced: a row weighs as much as the masses it
/// joins.
Vector augmentation_weights(MatrixView M, MatrixView A);

/// M + Aᵀdiag(w)A: the same accelerations as M under A q̈ = b (Eq. 34), and positive definite
/// exactly when M ≥ 0 and rank [M; A] = n.
Matrix augmented_mass(MatrixView M, MatrixView A, VectorView weights);

}  // namespace alembert::numeric
