#pragma once
/// Numbers that carry a mixed second derivative along: x + x_u ε + x_w η + x_uw εη with ε² = η² =
/// 0. A formula of such numbers yields D_u D_w f by the chain rule, exact to rounding; finite
/// differences would mix directions that have different units.

#include "symbol/operation.hpp"

namespace alembert {

/// A value with its derivatives along two directions u and w.
struct Derived {
  double value = 0, u = 0, w = 0, uw = 0;
};

/// Such a number with the size of the terms that were added up for each part, to which its rounding
/// is relative.
struct HyperDual {
  Derived part, size;
};

/// A number that changes at these constant rates along u and w.
HyperDual moving(double value, double u, double w);

/// What the operation makes of its operands. At a kink the derivative is that of the branch taken,
/// as in `differentiate`; an operand that does not move is not differentiated by.
HyperDual apply(Op op, const HyperDual& a, const HyperDual& b, const HyperDual& c);

}  // namespace alembert
