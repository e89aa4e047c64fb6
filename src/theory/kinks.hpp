#pragma once
/// Where formulas have no derivative: the corners of abs, min, max and hypot, the jumps of sign and
/// of conditions. Statements with derivatives do not apply there.

#include <string>
#include <vector>

#include "mechanics/system.hpp"
#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

class Kinks {
 public:
  /// The kinks of all formulas that statements differentiate: T, V, L, r, masses, powers,
  /// Rayleigh's functions and constraints.
  explicit Kinks(const System& system);

  /// Why nothing is differentiated at this point; empty if everything can be.
  std::string at(const Point& point) const;

 private:
  /// A node that switches where `value` passes through zero.
  struct Switch {
    NodeId left, right;  ///< value = left − right; `right` may be no_node for 0
  };

  const System* system_;
  std::vector<Switch> switches_;
};

}  // namespace alembert::theory
