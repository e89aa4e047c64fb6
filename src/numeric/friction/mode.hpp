#pragma once
/// One mode of a group of contacts with friction: who is open, who sticks, who slips which way.
/// Whether it is a motion.

#include <optional>

#include "numeric/friction/problem.hpp"

namespace alembert::numeric {

/// By contact, friction and row that holds of a group.
struct FrictionMode {
  std::vector<bool> closed;
  std::vector<FrictionState> frictions;
  std::vector<int>
      signs;  ///< of λ of rows that hold and press, where a slip depends on it; 0 elsewhere
};

/// Forces at unit length, first of the group's contacts, then of its frictions.
struct FrictionAnswer {
  Vector forces;    ///< z
  Vector pressing;  ///< λ of the rows that hold and press
  Vector y;
  std::vector<bool> unique;  ///< by force
  Vector least, most;        ///< what each may be within the bounds of its mode
  double margin = 0;         ///< as in FrictionMotion
  bool varies = false;       ///< other forces of this mode give another y
  /// Contacts and frictions that hold, in the numbers of the problem, and the forces that undo an
  /// excess A q̈ − b of theirs.
  Rows active;
  Matrix correction;
};

struct FrictionTolerances {
  double dependent = 1e-10, rounding = 1e-12, contradiction = 1e-8;
  /// Two y differ by more than this part of their size.
  double same = 1e-9;
};

std::optional<FrictionAnswer> try_mode(const FrictionProblem& problem,
                                       const std::vector<PlanarFriction>& frictions,
                                       const FrictionGroup& group, const FrictionMode& mode,
                                       const FrictionTolerances& tolerances = {});

/// The margin of a mode whether it is a motion or not: negative where some force would have to
/// leave its bounds, −infinite where its rows contradict each other or a row that holds presses
/// from the other side.
double mode_margin(const FrictionProblem& problem, const std::vector<PlanarFriction>& frictions,
                   const FrictionGroup& group, const FrictionMode& mode,
                   const FrictionTolerances& tolerances = {});

}  // namespace alembert::numeric
