#pragma once
/// Shapes for a model that has no `draw` block.

#include <vector>

#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"

namespace alembert {

/// The particles with their paths, or the points whose coordinates are called x, y, z with a common
/// ending (x1 y1, x[3] y[3], xA yA); a line for each rod between such points. Empty if no place is
/// known.
std::vector<Shape> default_picture(const Equations& equations);

}  // namespace alembert
