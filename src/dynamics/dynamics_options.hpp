#pragma once
/// How the accelerations of a system are found.

#include <cstddef>
#include <optional>
#include <vector>

#include "solution/baumgarte.hpp"

namespace alembert {

struct DynamicsOptions {
  double rank_tolerance = 1e-10;
  bool least_squares = false;  ///< contradictory rows are met as well as their weights ask
  std::optional<solution::Baumgarte> baumgarte = {};
  bool keeps_constraints = false;  ///< states are projected onto them
  double step_tolerance = 0;       ///< of the steps of dop853; 0 for none
  double tolerance = 1e-10;        ///< of the run
  /// Parameters, by index, that other runs have other numbers for: compiled code reads them.
  std::vector<std::size_t> free_parameters = {};
};

}  // namespace alembert
