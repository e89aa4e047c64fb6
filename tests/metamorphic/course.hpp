#pragma once
/// What a run tells, in the coordinates and units of the model as it was written.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "change_of_coordinates.hpp"
#include "motion/simulate.hpp"

namespace alembert::metamorphic {

/// How long and how closely to look, in the units of the model as it was written.
struct Look {
  double until = 0;
  double tolerance = 1e-12;
  int outputs = 5;
  std::optional<Method> method = {};  ///< that of the model where it is not said
};

/// A contact or a friction changed what it does, or a contact was struck.
struct Instant {
  std::string what;
  double t;
  /// Of impacts: the impulse times the speed of approach, and the energy that was lost. Both are
  /// energies, and do not depend on the unit of the gap.
  double spent = 0, lost = 0;
};

/// A run, or the words with which it was refused.
struct Course {
  std::string ended;   ///< the fate; for a run that never began "refused"
  std::string detail;  ///< what was said of it
  double end = 0;      ///< when
  double energy = 0;   ///< the largest
  std::vector<std::string> events;
  std::vector<Instant> instants;
  std::vector<int> ranks;  ///< by output
  long steps = 0;
  numeric::Matrix q, v, a;                 ///< output by coordinate
  numeric::Matrix largest;                 ///< |q|, over the whole run
  std::vector<numeric::Matrix> reactions;  ///< by constraint: output by coordinate
  std::vector<std::vector<bool>> unique;   ///< by constraint and output: are all its λ unique?

  bool ran() const { return ended != "refused"; }
  State start() const { return {q.row(0).transpose(), v.row(0).transpose()}; }
  /// The force of all constraints together.
  numeric::Matrix total() const;
};

/// Runs a model that `change` has made from `original`.
Course run(const Model& original, const Change& change, const Model& model, const Look& look);

/// The motion in the coordinates of the original.
Course course_of(const Model& original, const Change& change, const Motion& motion);

/// Interrupts a run that takes longer than seconds: none of these has to, and a test that fails
/// should say so soon.
std::function<bool(double)> patient();

/// What simulate needs to look so at the changed model.
SimulateOptions options(const Change& change, const Look& look);

/// What the number of a coordinate measures; numbers of one dimension can be compared.
enum class Dimension { number, length };
using Dimensions = std::vector<Dimension>;  ///< by coordinate

/// Largest differences, each relative to the size of what has its dimension.
struct Difference {
  double q = 0, v = 0, a = 0;
  double reaction = 0;  ///< where the multipliers are unique
  double total = 0;
  double largest() const;
};
Difference difference(const Course& one, const Course& other, const Dimensions& dimensions);

/// The error of the motion alone, q and q̇, relative to the size of each coordinate.
double error(const Course& course, const Course& reference, const Dimensions& dimensions);

}  // namespace alembert::metamorphic
