#pragma once
/// The loop of a friction law that uses the true multiplier: τ = λ + D C(τ) (Eq. 26 of
/// docs/theory.md).
///
/// λ are the ideal multipliers of the rows concerned, D the change of their multipliers by a unit
/// force. Coulomb's law is linear in τ on each side of zero; then every combination of signs is one
/// linear system, and all solutions are found. Other laws are solved by Newton's method from
/// several sides.

#include <functional>

#include "numeric/matrix.hpp"

namespace alembert {

/// C(τ), written into its second argument.
using FrictionLaw = std::function<void(const numeric::Vector& tau, numeric::Vector& C)>;

struct FrictionLoop {
  enum class Count { none, one, several };
  Count count = Count::one;
  numeric::Vector tau;  ///< the solution, where there is one
};

FrictionLoop solve_friction_loop(const numeric::Vector& lambda, const numeric::Matrix& D,
                                 const FrictionLaw& law);

}  // namespace alembert
