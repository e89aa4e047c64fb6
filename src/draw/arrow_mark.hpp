#pragma once
/// An arrow on paper.

#include <vector>

#include "draw/picture.hpp"

namespace alembert {

struct ArrowStyle {
  Colour colour = colours::ink;
  double width = 0.5;
  bool is_hollow = false;  ///< dashed, with an open head: the non-ideal part of a force
  bool is_moment = false;  ///< with two heads
  double rim = 0;  ///< width of a paper-coloured outline, which sets it apart from what it crosses
};

/// The marks of an arrow; none where it is too short to be seen.
std::vector<Mark> arrow_marks(Spot foot, Spot tip, const ArrowStyle& style);

/// A moment in the plane: an arrow around its point, `turn` radians long, against the clock where
/// that is positive.
std::vector<Mark> turning_arrow_marks(Spot centre, double radius, double turn,
                                      const ArrowStyle& style);

}  // namespace alembert
