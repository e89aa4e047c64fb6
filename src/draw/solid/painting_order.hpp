#pragma once
/// In which order things are painted that hide each other.

#include <functional>
#include <vector>

#include "draw/picture.hpp"

namespace alembert {

/// What a thing covers on paper: the corners of a convex outline in their order, two of a line; and
/// how near to the eye it is there. Nothing is hidden by a thing without outline.
struct Cover {
  std::vector<Spot> outline = {};
  std::function<double(Spot)> nearness = {};
};

/// The places of the things in the order of painting: as given, except that of two that overlap the
/// one that is farther where they do comes first. Differences below `resolution` are none. Where
/// things hide each other in a circle, the order is as given.
std::vector<std::size_t> painting_order(const std::vector<Cover>& things, double resolution);

/// The part of the first outline inside the second, which is a polygon.
std::vector<Spot> common_part(const std::vector<Spot>& outline, const std::vector<Spot>& polygon);

}  // namespace alembert
