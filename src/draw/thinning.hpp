#pragma once
/// Fewer spots for the same line.

#include <vector>

#include "draw/picture.hpp"

namespace alembert {

/// At most `at_most` of the spots (12 or more), in order: for each stretch the first, the last, and
/// those farthest left, right, up and down, so that no extreme is lost. A short list is returned as
/// it is.
std::vector<Spot> thinned(const std::vector<Spot>& spots, std::size_t at_most = 3900);

}  // namespace alembert
