#pragma once
/// Where the generalised force of a constraint acts: at which point of a picture, or between which
/// two.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "draw/generic_states.hpp"
#include "draw/scene_plan.hpp"
#include "mechanics/equations.hpp"

namespace alembert {

/// A place of the picture that moves with the coordinates.
struct MovingPoint {
  std::vector<NodeId> at;
  std::vector<Entry> slopes;  ///< ∂P/∂q
};

MovingPoint moving_point(const Equations& equations, const std::vector<NodeId>& at);

/// The point P at which f acts with (∂P/∂q)ᵀf = F; or, where there is an opposite point R that gets
/// −f, with (∂P/∂q − ∂R/∂q)ᵀf = F.
struct PointOfAction {
  std::size_t point;
  std::optional<std::size_t> opposite;
  std::vector<Mover> movers;
};

/// Tries the points and pairs of points of a picture for the forces of constraints. The force must
/// be determined by F, and act there at all generic states. If every F could be written as a force
/// at a point, that proves nothing: then the constraint must be a formula of the point, or have a
/// fixed direction there, or the point must be a particle with no other inertia beside it.
class PointsOfAction {
 public:
  /// `equations` must outlive it. `normalises` says by constraint whether it only normalises
  /// coordinates: along its gradient nothing moves, so that no force is determined by what it does
  /// there.
  PointsOfAction(const Equations& equations, const std::vector<MovingPoint>& points,
                 const std::vector<bool>& normalises);

  /// Which force: the ideal one alone, or with friction and the like.
  enum class Part { ideal, whole };

  /// The point or pair that the fewest coordinates move.
  std::optional<PointOfAction> find(std::size_t constraint, Part part);
  /// The same for two points that the constraint is known to join.
  std::optional<PointOfAction> between(std::size_t constraint, Part part, std::size_t point,
                                       std::size_t opposite);

 private:
  struct Force;
  struct Lever;

  Force force_of(std::size_t constraint, Part part) const;
  Lever lever(std::size_t point, std::optional<std::size_t> opposite) const;
  Eigen::MatrixXd lengths(const Lever& lever, std::size_t state) const;
  std::vector<Lever> single_points(const Force& force) const;
  std::vector<Lever> pairs(const Force& force) const;
  std::optional<PointOfAction> first_that_acts(std::vector<Lever> levers, const Force& force);
  bool acts(const Lever& lever, const Force& force);
  bool is_formula_of(const Lever& lever, const Force& force) const;
  bool has_all_inertia(const Lever& lever);

  const Equations& equations_;
  GenericStates generic_;
  const std::vector<MovingPoint> points_;
  const std::vector<bool> normalises_;              ///< by constraint
  std::vector<std::vector<std::size_t>> moved_by_;  ///< by coordinate: points
  std::vector<std::size_t> first_slope_;            ///< by point: where its slopes stand in values_
  std::size_t first_row_ = 0, first_nonideal_ = 0;  ///< the same of A and of C
  std::vector<FormulaValues> values_;               ///< by state
};

}  // namespace alembert
