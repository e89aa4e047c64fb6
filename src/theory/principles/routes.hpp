#pragma once
/// One acceleration by the routes of several centuries, side by side: none of them uses
/// numeric::solve, and no two of them the same factorisation.

#include <optional>

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

struct Route {
  std::string name;                    ///< "Udwadia-Kalaba", "multipliers", …
  std::string method;                  ///< what it does, in a few words
  std::optional<Vector> acceleration;  ///< q̈
  Vector reaction;                     ///< Q_c, ideal and non-ideal part together; empty on failure
  std::string failure;                 ///< why it has no answer here; empty when it has one
  double seconds = 0;                  ///< the best of several runs
  double bound = 0;                    ///< relative rounding error on this route
};

/// Eight routes, C included as in NI (38). All fail where the rows contradict each other. `terms`
/// is the size of what cancelled within Q, C and b, in the units in which kinetic energy is ½|q̇|².
std::vector<Route> routes(const Instant& instant, double terms = 0);

struct Disagreement {
  double acceleration = 0;    ///< in the units in which kinetic energy is ½|q̇|², relative
  double reaction = 0;        ///< likewise
  std::string first, second;  ///< the two routes that differ most in q̈
  double bound = 0;           ///< what rounding explains of it: the sum of their bounds
  Index compared = 0;         ///< how many routes had an answer
};

/// The largest difference between those that succeeded; it is no disagreement while within the
/// bound.
Disagreement largest_difference(const Instant& instant, const std::vector<Route>& routes);

}  // namespace alembert::theory
