#pragma once
/// The times at which the states of a study's runs are needed.

#include <vector>

#include "sweep/study.hpp"

namespace alembert {

struct SampleTimes {
  std::vector<double> times;                      ///< increasing
  std::vector<bool> is_output;                    ///< by time: counts for extremes and first times
  std::vector<std::vector<std::size_t>> moments;  ///< by Kept: where its own times stand in `times`
  bool has_outputs = false;                       ///< some Kept needs all outputs of the run

  explicit SampleTimes(const Study& study);
};

}  // namespace alembert
