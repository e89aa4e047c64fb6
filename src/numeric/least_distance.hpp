#pragma once
/// The point nearest to the origin that satisfies inequalities: Gauss's principle in a nutshell.

#include <vector>

#include "numeric/matrix.hpp"

namespace alembert::numeric {

struct LeastDistanceOptions {
  /// A row with less than this part of its natural length outside the span of others depends on
  /// them.
  double dependent = 1e-10;
  /// A row is met when it fails by less than this part of its terms.
  double rounding = 1e-12;
  /// Rows contradict each other when one fails by more than this part of its terms.
  double contradiction = 1e-8;
};

struct LeastDistance {
  bool feasible = true;
  Vector y;
  /// μ ≥ 0 with y = Gᵀμ, zero but for the rows of `active`.
  Vector multipliers;
  /// Rows that meet h and carry, increasing, independent: without one of them it would fail by more
  /// than rounding.
  std::vector<Index> active;
  /// Where no y exists: w ≥ 0 with Gᵀw = 0 and hᵀw > 0 (Farkas); empty otherwise.
  Vector contradiction;
};

/// y with G y ≥ h of least |y|, by the dual active set method of Goldfarb and Idnani: one failing
/// row after the other is made to hold, and rows whose multiplier falls to zero on the way are let
/// go. No set of rows returns: finite. The natural length of each row is one: what is shorter has
/// lost length to rows that were eliminated. `terms` are the sizes of the terms of which h is the
/// sum.
LeastDistance least_distance(MatrixView G, VectorView h, VectorView terms,
                             const LeastDistanceOptions& options = {});

}  // namespace alembert::numeric
