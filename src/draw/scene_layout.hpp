#pragma once
/// How instants of a scene fit on paper: what is seen, at which scale, and how long forces are.

#include <optional>
#include <string>
#include <vector>

#include "draw/camera.hpp"
#include "draw/scene_plan.hpp"

namespace alembert {

/// The numbers of a scene at one time.
struct SceneInstant {
  double t = 0;
  std::vector<double> numbers;

  double operator[](NumberIndex index) const { return numbers[index]; }
  Position at(const ScenePoint& point) const;
};

struct SceneOptions {
  std::vector<std::string> reactions = {};  ///< constraints and joints whose forces are drawn
  std::vector<std::string> shared = {};     ///< joints whose reactions are not unique
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

struct SceneLayout {
  Camera camera;
  double paper_width = 0, paper_height = 0;
  double legend_top = 0;
  double scale = 1;  ///< millimetres per length
  Spot origin;       ///< where (0, 0) stands
  double size = 1;   ///< of what is drawn, in its own length
  double longest_force = 0;
  double per_force = 0;  ///< length of an arrow per force
  double longest_moment = 0;
  double per_moment = 0;  ///< length of an arrow per moment; radians in the plane
  std::optional<Floor> floor;

  Spot spot(const Position& place) const;
  /// The whole force of an arrow, and where its tip is drawn.
  Position tip(const SceneInstant& instant, const SceneArrow& arrow, const ScenePoint& part) const;
  /// The same for the moment of a joint in space.
  Position moment_tip(const SceneInstant& instant, const SceneArrow& arrow) const;
};

/// The outlines of a shape at an instant: vertices, rims, faces.
std::vector<std::vector<Position>> outlines(const SceneInstant& instant, const SceneShape& shape);

bool draws_force(const SceneOptions& options, const SceneArrow& arrow);

/// Earlier instants that are drawn faintly behind one.
std::vector<std::size_t> ghosts_of(const SceneOptions& options, std::size_t instant);

/// The instants are in order of time.
SceneLayout lay_out(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
                    const SceneOptions& options);

}  // namespace alembert
