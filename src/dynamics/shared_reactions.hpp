#pragma once
/// The reactions of joints where they are not unique: of all that are equally right, the least.
///
/// A loop may carry forces that nothing else feels, such as the force along the axes of a planar
/// four-bar linkage in space. With Aᵀy = 0 they are the multipliers λ + y of the rows, and any
/// multipliers μ of rows that hold by themselves. Told are those for which Σ |F|² + |M|²/ℓ² over
/// the joints is least, ℓ the mean distance of the joints: whichever of them closes the loop, the
/// values are the same.

#include <vector>

#include "dynamics/instant.hpp"
#include "dynamics/state_equations.hpp"

namespace alembert {

class SharedReactions {
 public:
  using Matrix = numeric::Matrix;
  using Vector = numeric::Vector;

  /// Whether the system has joints with rows at all.
  static bool may_share(const Equations& equations);

  /// `state` must outlive it.
  explicit SharedReactions(StateEquations& state);

  /// Changes the multipliers of an instant to those with the least reactions.
  void share(const StateValues& here, Instant& now);
  /// By component of the forces and moments of the joints, in the order of System::joints(), after
  /// `share`: is it the only one?
  const std::vector<bool>& unique() const { return unique_; }
  /// The joints that share forces with each other, after `share`: in groups, by their places among
  /// those with components.
  std::vector<std::vector<std::size_t>> groups() const;

 private:
  Matrix free_multipliers(const StateValues& here, numeric::Index rank,
                          const Vector& on_joints) const;
  double mean_distance(const std::vector<double>& points) const;

  StateEquations& state_;
  std::vector<bool> is_moment_;     ///< by component
  std::vector<std::size_t> joint_;  ///< by component: its place among the points
  CompiledFormulas wrenches_, slopes_, points_;
  std::vector<Entry> entries_;  ///< of ∂(F, M)/∂(λ_tot, μ), whose values are `slopes_`
  std::size_t dimension_ = 3;   ///< of a point
  std::vector<bool> unique_;
  Matrix internal_;  ///< columns of what the reactions may change by, by component
};

}  // namespace alembert
