#pragma once
/// The outlines of the shapes that have an extent, in space or in the plane.

#include <vector>

#include "draw/camera.hpp"

namespace alembert {

/// Corners around a disk; without a normal it lies in the plane of the picture. They begin in the
/// direction of the spoke, if there is one.
std::vector<Position> disk_rim(const Position& centre, double radius, const Position* normal,
                               const Position* spoke = nullptr);

/// The faces of a box, each by its corners: one in the plane, six in space. `angle` turns it about
/// z.
std::vector<std::vector<Position>> box_faces(const Position& centre, const Position& size,
                                             double angle);

/// The corners of a box that is turned any way: full lengths of its edges along these unit vectors.
std::vector<Position> box_corners(const Position& centre, const Position& size,
                                  const std::vector<Position>& axes);

/// The tips of a cross around a place, which reach as far as a ball there.
std::vector<Position> around(const Position& centre, double radius);

}  // namespace alembert
