#pragma once
/// Where a motion starts, as far as that was left to be found.

#include <optional>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/motion.hpp"

namespace alembert {

/// A position or velocity at the start, by the name of its column.
struct StartingValue {
  std::string name;
  double value = 0;
};

/// One that was not given and is not where it was looked for first.
struct FoundValue : StartingValue {
  std::optional<double> guess;  ///< none means that it was looked for from zero on
};

struct FoundStart {
  std::vector<FoundValue> values;
  /// Other starts with the same given and guessed values, by what differs there
  /// (motion/start/other_starts.hpp).
  std::vector<std::vector<StartingValue>> others;
};

/// Of a motion of that model. Any number of threads may ask for it.
FoundStart found_start(const Motion& motion, const Model& model);

}  // namespace alembert
