#pragma once
/// The rows of a joint that closes a loop, with the force or the moment that each multiplier stands
/// for.

#include <optional>
#include <string>
#include <vector>

#include "bodies/joint.hpp"

namespace alembert {

/// The two sides of a joint, seen from one body or from the ground.
struct JointSides {
  Vector gap;         ///< Δ, from the point of A to that of B
  Vector e1, e2, e3;  ///< fixed in A, e₃ along the joint's axis
  Vector f1, f2, f3;  ///< fixed in B; parallel to the e where the joint is drawn
  std::optional<Expr> turn =
      {};  ///< θ, the coordinate of a screw: B's turn about e₃, counted beyond π
};

/// φ = 0, and what a multiplier of one does to B: a unit force at the joint's point, or a moment.
struct ClosingRow {
  enum class What {
    force,
    moment,
    turn,  ///< says what the coordinate of a screw is: its moment is told with the force along the
           ///< axis
  };
  What what;
  Expr residual;
  Vector direction;  ///< in the axes in which the sides are given
  Expr multiplier = 0.0;
  std::string words;  ///< "force along the axis"
  Expr twist = 0.0;   ///< the moment about its direction that comes with a unit force: of a screw
};

/// The rows of a kind (docs/theory.md, bodies). Throws ModelError for kinds that cannot close a
/// loop.
std::vector<ClosingRow> closing_rows(const Joint& joint, const JointSides& sides);

}  // namespace alembert
