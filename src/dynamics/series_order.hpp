#pragma once
/// The order of Taylor series that reaches a tolerance with the least work.

namespace alembert {

/// The order whose steps cost least for the time they cover: their length h is a part of the radius
/// of convergence ρ, such that (h/ρ)^order is the tolerance.
int order_for(double tolerance);

}  // namespace alembert
