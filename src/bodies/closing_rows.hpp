#pragma once
/// The rows of a joint that closes a loop, with the force or the moment that each multiplier stands for.

#include <string>
#include <vector>

#include "bodies/joint.hpp"

namespace alembert {

/// The two sides of a joint, seen from one body or from the ground.
struct JointSides {
  Vector gap;         ///< Δ, from the point of A to that of B
  Vector e1, e2, e3;  ///< fixed in A, e₃ along the joint's axis
  Vector f1, f2, f3;  ///< fixed in B; parallel to the e where the joint is drawn
};

/// φ = 0, and what a multiplier of one does to B: a unit force at the joint's point, or a moment.
struct ClosingRow {
  enum class What { force, moment };
  What what;
  Expr residual;
  Vector direction;  ///< in the axes in which the sides are given
  Expr multiplier = 0.0;
  std::string words;  ///< "force along the axis"
};

/// The rows of a kind (docs/theory.md, bodies). Throws ModelError for kinds that cannot close a loop.
std::vector<ClosingRow> closing_rows(const Joint& joint, const JointSides& sides);

}  // namespace alembert
