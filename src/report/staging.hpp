#pragma once
/// What a motion looks like, as a plan: shapes, and arrows for the forces of constraint, all of whose
/// numbers are named by their place in one list per instant. `StageNumbers` fills in that list.

#include <optional>
#include <string>
#include <vector>

#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"

namespace alembert {

/// A place in the list of numbers of an instant.
using NumberIndex = std::size_t;
/// A point or a vector: the places of its components, as many as the picture has dimensions.
using StagePoint = std::vector<NumberIndex>;

struct StageShape {
  Shape::What what;
  std::string name;
  std::vector<StagePoint> points;  ///< all vertices of a line; else the centre or the origin
  std::optional<NumberIndex> radius = {};  ///< of a disk or a sphere, and of a point that has one
  std::optional<StagePoint> normal = {};   ///< the axis of a disk in three dimensions
  std::optional<StagePoint> size = {};     ///< full lengths of the edges of a box
  std::optional<NumberIndex> angle = {};   ///< by which a box is turned, in radians
  std::vector<StagePoint> axes = {};       ///< unit vectors of a frame
};

/// The force of one constraint at one point.
struct StageArrow {
  std::string constraint;
  StagePoint at, ideal, nonideal;  ///< where, and the two parts of the force there
};

/// A generalised force that is by itself a component of the force at a point.
struct DirectForce {
  std::size_t constraint, coordinate;  ///< indices into the System
  NumberIndex ideal, nonideal;         ///< where the component is written
};

/// A reaction that points carry together: the forces F_k of least norm with Σ J_kᵀF_k = Q_c, where
/// J_k = ∂P_k/∂q.
struct CarriedForce {
  std::size_t constraint;
  std::vector<StagePoint> ideal, nonideal;  ///< by point: where F_k is written
  /// A component of J_k.
  struct Slope {
    std::size_t point, component, coordinate;
    NumberIndex value;
  };
  std::vector<Slope> slopes;
};

struct Staging {
  int dimension = 2;
  bool is_default = false;  ///< the model has no `draw` block
  std::vector<StageShape> shapes;
  std::vector<StageArrow> arrows;
  std::vector<std::string> notes;  ///< what is not drawn, and why

  std::vector<NodeId> formulas;  ///< of the first numbers; those of the forces follow them
  std::vector<bool> is_fixed;    ///< by formula: it never changes
  std::size_t width = 0;         ///< how many numbers an instant has
  std::vector<DirectForce> direct;
  std::vector<CarriedForce> carried;
};

/// The shapes of the model's `draw` block, or a default picture, with an arrow wherever the reaction of a
/// constraint acts on a point. `equations` are those of the model and share its graph.
Staging plan_staging(const Model& model, const Equations& equations);

}  // namespace alembert
