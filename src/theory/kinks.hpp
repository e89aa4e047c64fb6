#pragma once
/// Where formulas have no derivative: the corners of abs, min, max and hypot, the jumps of sign and of conditions.
/// What differentiates says nothing there.

#include <string>
#include <vector>

#include "mechanics/system.hpp"
#include "theory/along_curves.hpp"

namespace alembert::theory {

class Kinks {
 public:
  /// Of all formulas that statements differentiate: T, V, L, r, masses, powers, Rayleigh's functions and constraints.
  explicit Kinks(const System& system);

  /// Why nothing is differentiated at this point; empty where all can be.
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
