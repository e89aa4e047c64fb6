#pragma once
/// One state of a system with its equations in numbers, from which all statements start.

#include <string>
#include <vector>

#include "numeric/reaction.hpp"

namespace alembert {
class StateSolver;
}

namespace alembert::theory {

/// The rows of a constraint and what they are called.
struct SceneConstraint {
  std::string name;
  numeric::ConstraintRows rows;  ///< with its own C
};

struct Scene {
  double t = 0;
  numeric::Vector q, v;
  numeric::Instant
      equations;  ///< M, Q, A, b and C = Σ C_j, its laws evaluated with the forces they name
  std::vector<std::string> coordinates;
  std::vector<std::string> rows;  ///< names of the rows of A
  std::vector<SceneConstraint> constraints;
};

/// The scene at a state on the constraints. Where no acceleration exists, C is zero.
Scene look_at(StateSolver& solver, double t, const numeric::Vector& q, const numeric::Vector& v);

/// The same, with the b̂ that the motion meets in place of b where contradicting rows are met in
/// least squares (Eq. 32 of docs/theory.md): nothing else changes, and all statements are about b̂.
Scene look_at_what_is_met(StateSolver& solver, double t, const numeric::Vector& q,
                          const numeric::Vector& v);

}  // namespace alembert::theory
