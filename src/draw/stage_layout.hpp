#pragma once
/// How instants of a staging fit on paper: what is seen, at which scale, and how long forces are.

#include <optional>
#include <string>
#include <vector>

#include "draw/camera.hpp"
#include "draw/staging.hpp"

namespace alembert {

/// The numbers of a staging at one time.
struct StageInstant {
  double t = 0;
  std::vector<double> numbers;

  double operator[](NumberIndex index) const { return numbers[index]; }
  Position at(const StagePoint& point) const;
};

struct StageOptions {
  std::vector<std::string> reactions = {};  ///< constraints whose forces are drawn
  View view = {};
  int ghosts = 0;  ///< number of earlier instants, evenly spaced, that are drawn faintly
  double width = 120;
  double height = 0;  ///< of the paper; 0: follows from what is drawn
  /// Whether all instants must fit on the paper and share the scale of forces, or only the last.
  enum class Fit { last, all } fit = Fit::last;
};

/// A grid below a picture in space, along its upright axes.
struct Floor {
  double low_x, high_x, low_y, high_y, height, step;
};

struct StageLayout {
  Camera camera;
  double paper_width = 0, paper_height = 0;
  double legend_top = 0;
  double scale = 1;  ///< millimetres per length
  Spot origin;       ///< where (0, 0) stands
  double size = 1;   ///< of what is drawn, in its own length
  double longest_force = 0;
  double per_force = 0;  ///< length of an arrow per force
  std::optional<Floor> floor;

  Spot spot(const Position& place) const;
  /// The whole force of an arrow, and where its tip is drawn.
  Position tip(const StageInstant& instant, const StageArrow& arrow, const StagePoint& part) const;
};

/// The outlines of a shape at an instant: vertices, rims, faces.
std::vector<std::vector<Position>> outlines(const StageInstant& instant, const StageShape& shape);

bool draws_force(const StageOptions& options, const StageArrow& arrow);

/// Earlier instants that are drawn faintly behind one.
std::vector<std::size_t> ghosts_of(const StageOptions& options, std::size_t instant);

/// The instants are in order of time.
StageLayout lay_out(const Staging& staging, const std::vector<StageInstant>& instants,
                    const StageOptions& options);

}  // namespace alembert
