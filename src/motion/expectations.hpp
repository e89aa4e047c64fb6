#pragma once
/// Whether a motion is what the `check` block of its model expects.

#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/motion.hpp"

namespace alembert {

/// One line of a check block with its verdict.
struct CheckResult {
  std::string text;  ///< as the model states it
  bool holds = false;
  std::string figure;  ///< what was found: "error 3.1e-12", "largest 2e-15"
};

/// Every expectation of the model, in order.
std::vector<CheckResult> check_expectations(const Model& model, const Motion& motion);

}  // namespace alembert
