#pragma once
/// Numbers that carry a mixed second derivative along: x + x_u ε + x_w η + x_uw εη with ε² = η² = 0. A formula of them
/// yields D_u D_w f by the chain rule, where differences would compare directions that have different units.

#include "symbol/operation.hpp"

namespace alembert {

/// A value with its derivatives along two directions u and w.
struct Derived {
  double value = 0, u = 0, w = 0, uw = 0;
};

/// Such a number, and how large the terms are that were added up to find each part: what its rounding is relative to.
struct HyperDual {
  Derived part, size;
};

/// A number that moves at these rates along u and w, and evenly.
HyperDual moving(double value, double u, double w);

/// What the operation makes of its operands. At a kink the derivative is that of the branch taken, as in
/// `differentiate`; where an operand stands still, nothing is differentiated by it.
HyperDual apply(Op op, const HyperDual& a, const HyperDual& b, const HyperDual& c);

}  // namespace alembert
