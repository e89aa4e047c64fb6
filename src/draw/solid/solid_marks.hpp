#pragma once
/// Solid bodies on paper: what is seen of bars, boxes and ellipsoids in the light from the upper
/// left, and the sign for the ground that holds a joint.

#include "draw/scene_layout.hpp"
#include "draw/solid/painting_order.hpp"

namespace alembert {

/// Marks that are painted together, in their order.
struct SolidMarks {
  std::vector<Mark> marks;
  Cover cover;
  double nearness = 0;  ///< of its middle, in millimetres
};

/// A body's colour by its number.
Colour body_colour(std::size_t body);
/// Of the edges of something that is filled with this colour.
Colour edge_of(Colour fill);
/// Pins, sleeves and balls of joints.
inline constexpr Colour joint_colour{0x5A, 0x60, 0x68};

/// Bar and box in space, or in the plane.
SolidMarks bar_marks(const SceneLayout& layout, const Position& from, const Position& to,
                     double radius, Colour fill);
SolidMarks box_marks(const SceneLayout& layout, const Position& centre, const Position& size,
                     const std::vector<Position>& axes, Colour fill);
SolidMarks ellipsoid_marks(const SceneLayout& layout, const Position& centre,
                           const std::vector<Position>& half_axes, Colour fill);
/// `towards` is a unit vector from the joint into the ground.
SolidMarks ground_marks(const SceneLayout& layout, const Position& place, const Position& towards,
                        double size);

/// The outline of a flat thing by its corners, or of a line by its ends.
Cover flat_cover(const SceneLayout& layout, const std::vector<Position>& places);
/// Of something round around a place, with a radius on paper.
Cover round_cover(const SceneLayout& layout, const Position& centre, double radius);

}  // namespace alembert
