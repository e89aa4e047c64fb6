#pragma once
/// Where a motion starts, as far as the model leaves that to be found, in words.

#include <string>

#include "motion/start/found_start.hpp"

namespace alembert {

/// A line for each position and velocity that is not given and is not where it was guessed, or not
/// zero where nothing was guessed, and one for each other start with the same given values; empty
/// where there is none.
std::string found_start_text(const FoundStart& start);

}  // namespace alembert
