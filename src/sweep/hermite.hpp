#pragma once
/// A motion between two states at which positions, velocities and accelerations are known.

#include <cstddef>
#include <span>
#include <vector>

namespace alembert {

/// One end of a stretch of motion.
struct Knot {
  double t;
  std::span<const double> state;         ///< q, q̇
  std::span<const double> acceleration;  ///< q̈
};

/// q and q̇ at `t` by Hermite's polynomial of fifth degree: the error of q falls with the sixth
/// power of the length of the stretch, that of q̇ with the fifth.
std::vector<double> between(const Knot& before, const Knot& after, double t);

}  // namespace alembert
