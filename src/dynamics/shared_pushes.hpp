#pragma once
/// Forces of contacts that are not unique, as those of the legs of a table: some in which all
/// contacts push and all frictions hold that stick, and the ends of what each of them may be.

#include <vector>

#include "dynamics/instant.hpp"
#include "dynamics/state_equations.hpp"
#include "numeric/friction_modes.hpp"

namespace alembert {

class SharedPushes {
 public:
  using Vector = numeric::Vector;

  /// Of the rows that act. `state` must outlive it.
  explicit SharedPushes(StateEquations& state);

  /// Whether some rows depend on each other there, contacts among them.
  bool may_share(const Instant& now) const {
    return may_share_ && !now.failure && now.rank < static_cast<numeric::Index>(pushes_.size());
  }
  /// Changes the multipliers of such an instant to those that push: the least squares may pull
  /// somewhere. Where laws are not ideal they stay.
  void share(const StateValues& here, Instant& now);

  /// The ends of true multipliers (Eq. 69), by row; both are λ_tot where it is unique.
  struct Ends {
    Vector least, most;
  };
  Ends ends(const StateValues& here, const Instant& now);
  /// By symbol of System::ends_of_forces(): those of normal(...), zero where the contact is open.
  Vector asked_ends(const StateValues& here, const Instant& now);

 private:
  /// A friction that acts.
  struct ActingFriction {
    bool sticks;
    std::size_t row;                       ///< of its sticking, where it sticks
    numeric::Index pressed_by;             ///< among the rows of constraints, or no_row
    std::vector<std::size_t> coordinates;  ///< on which it acts
  };
  std::vector<numeric::PlanarFriction> frictions(const StateValues& here);
  std::optional<numeric::FrictionMotion> motion_in_this_phase(const StateValues& here,
                                                              const Instant& now);

  StateEquations& state_;
  const std::vector<ForceSymbol> symbols_;
  std::vector<bool> pushes_;          ///< by row: is it a contact?
  std::vector<numeric::Index> held_;  ///< the rows but those of sticking
  std::vector<ActingFriction> frictions_;
  bool may_share_ = false;
  CompiledFormulas numbers_;  ///< of each friction: s, F and F_s as free and slope, ∂u/∂q̇
  CompiledFormulas normals_;  ///< by symbol
};

}  // namespace alembert
