#pragma once
/// Whether two models say the same.

#include "mechanics/model.hpp"

namespace alembert {

/// True where both models have the same statements with equal formulas. The two may live on
/// different graphs; sums and products count as equal in either order of two operands. Definitions
/// are not compared, because they only abbreviate; nor are the words of checks and conditions.
bool same_model(const Model& a, const Model& b);

}  // namespace alembert
