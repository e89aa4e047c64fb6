#pragma once
/// How many digits of a motion can be trusted: the run again with a finer tolerance, and what
/// agrees.

#include <optional>
#include <string>
#include <vector>

#include "motion/simulate.hpp"

namespace alembert {

/// A final position or velocity in both runs.
struct CertifiedValue {
  std::string name;    ///< "x", "x'"
  double value;        ///< of the run itself
  double finer_value;  ///< of the run with the finer tolerance
  int digits;  ///< that agree, of the largest value that this quantity has along the motion; at
               ///< most 16
};

struct Certificate {
  double tolerance = 0, finer_tolerance = 0;
  std::vector<CertifiedValue>
      values;    ///< at the end of the run, or where the other one ended before it
  double t = 0;  ///< when that is
  /// The largest difference at an output of any position or velocity, relative to its largest value
  /// along the motion.
  double largest_difference = 0;
  double t_of_largest = 0;
  /// Per unit of time: differences grow as exp(growth t). Only where they do so over three powers
  /// of ten, and an exponential describes it better than a power of time: the motion is chaotic.
  std::optional<double> growth;
  /// The last output up to which three digits agree; the end if they always do.
  double trusted_until = 0;
  /// How the other run ended, where it did so otherwise or elsewhere; else empty.
  std::string other_outcome;
};

/// Runs the model again as `motion` was run, at a hundredth of its tolerance, and compares.
/// Tolerances end at the rounding of numbers, and so does what can be said of finer ones.
Certificate certify(const Motion& motion, const Model& model, const SimulateOptions& options = {});

/// Compares two motions of one system with outputs at the same times.
Certificate compare(const Motion& motion, const Motion& finer);

}  // namespace alembert
