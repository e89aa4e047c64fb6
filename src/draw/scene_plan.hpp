#pragma once
/// What a motion looks like, as a plan: shapes, and arrows for the forces of constraint, all of
/// whose numbers are named by their place in one list per instant. `SceneNumbers` fills in that
/// list.

#include <optional>
#include <string>
#include <vector>

#include "draw/upward.hpp"
#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"

namespace alembert {

/// A place in the list of numbers of an instant.
using NumberIndex = std::size_t;
/// A point or a vector: the places of its components, as many as the picture has dimensions.
using ScenePoint = std::vector<NumberIndex>;

struct SceneShape {
  Shape::What what;
  std::string name;
  /// All vertices of a line, both ends of a bar; else the centre or the origin.
  std::vector<ScenePoint> points;
  /// Of a disk, a sphere, a ball or a bar, and of a point that has one; the size of the ground.
  std::optional<NumberIndex> radius = {};
  std::optional<ScenePoint> normal =
      {};  ///< the axis of a disk in three dimensions, towards the ground
  std::optional<ScenePoint> spoke = {};   ///< a vector that turns with a disk
  std::optional<ScenePoint> size = {};    ///< full lengths of the edges of a box
  std::optional<NumberIndex> angle = {};  ///< by which a box is turned, in radians
  /// Unit vectors of a frame or of a box, half axes of an ellipsoid.
  std::vector<ScenePoint> axes = {};
  std::optional<std::size_t> body = {};  ///< of a mechanism, by its number: one colour a body
};

/// The force of one constraint at one point, or the reaction of a joint on a body.
struct SceneArrow {
  std::string constraint;          ///< or the joint
  ScenePoint at, ideal, nonideal;  ///< where, and the two parts of the force there
  std::string on = {};             ///< the body on which a joint acts
  ScenePoint moment = {};          ///< of a joint, about its point; one number in the plane
};

/// A coordinate that moves a point, and the natural size of ∂P/∂q there, by which coordinates of
/// different units are weighed.
struct Mover {
  std::size_t coordinate;
  double size;
};

/// Arrows that show one force vector f, found from the generalised force F of a constraint by Jᵀf =
/// F.
struct SceneForce {
  std::size_t constraint;
  /// A term of an entry of J.
  struct Slope {
    std::size_t component, coordinate;  ///< the coordinate as an index into `movers`
    double sign;                        ///< −1 where the point gets the opposite force
    NumberIndex value;
  };
  std::vector<Slope> slopes;
  std::vector<Mover> movers;
  /// Where f is written, times a sign; a part that is not drawn here has no places.
  struct Target {
    ScenePoint ideal, nonideal;
    double sign;
  };
  std::vector<Target> targets;
};

struct ScenePlan {
  int dimension = 2;
  UnitVector up = {0, 0, 1};  ///< in three dimensions
  bool is_default = false;    ///< the model has no `draw` block
  std::vector<SceneShape> shapes;
  std::vector<SceneArrow> arrows;
  std::vector<std::string> notes;  ///< what is not drawn, and why

  std::vector<NodeId> formulas;  ///< of the first numbers; those of the forces follow them
  std::vector<bool> is_fixed;    ///< by formula: it never changes
  std::size_t width = 0;         ///< how many numbers an instant has
  std::vector<SceneForce> forces;
  /// Numbers that are watches of the model: reactions of joints.
  struct Watched {
    std::size_t watch;
    NumberIndex number;
  };
  std::vector<Watched> watched;
};

/// The shapes of the model's `draw` block, or a default picture, with arrows for the forces of
/// constraint: at the point where one acts, or at the two points between which it acts, if these
/// are known; else the resultant at the centre of the body, with a note on what is not drawn. A
/// joint acts with its force and its moment at its point. `equations` are those of the model and
/// share its graph.
ScenePlan plan_scene(const Model& model, const Equations& equations);

}  // namespace alembert
