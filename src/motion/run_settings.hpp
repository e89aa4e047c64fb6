#pragma once
/// The run in numbers.

#include <vector>

#include "mechanics/model.hpp"

namespace alembert {

struct RunSettings {
  double from = 0, until = 0;
  double tolerance = 1e-10;
  double every = 0;  ///< between outputs
  double rank_tolerance = 1e-10;
  Method method = Method::dop853;
  Drift drift = Drift::project;
  double baumgarte_alpha = 0, baumgarte_beta = 0;
  Inconsistent inconsistent = Inconsistent::error;
  std::vector<Condition> stop_when;
};

}  // namespace alembert
