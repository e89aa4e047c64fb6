#pragma once
/// How far a linear function can rise within bounds.

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// The largest cᵀx over all x with G x ≥ h; infinite where nothing stops it. `start` satisfies G x
/// ≥ h to `rounding`, which is in the units of h and says which bounds a point lies on. c and the
/// rows of G have length one by nature, or are shorter where they hardly depend on x; below 1e-10
/// they do not.
///
/// From the start to a vertex, then from vertex to vertex by Bland's rule, which returns to none
/// also where many bounds meet in one: finite. For a handful of unknowns.
double greatest(VectorView c, MatrixView G, VectorView h, VectorView start, double rounding);

}  // namespace alembert::numeric
