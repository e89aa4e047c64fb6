#pragma once
/// Where a motion starts, as far as the model leaves that to be found.

#include <string>

#include "mechanics/model.hpp"
#include "motion/motion.hpp"

namespace alembert {

/// A line for each position and velocity that the model does not give and that is not where it was guessed, or not zero
/// where nothing was guessed; empty where there is none.
std::string found_start_text(const Model& model, const Motion& motion);

}  // namespace alembert
