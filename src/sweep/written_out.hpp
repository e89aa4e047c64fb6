#pragma once
/// Formulas that use the watches of a model by name.

#include <string>

#include "mechanics/system.hpp"

namespace alembert {

/// The formula with each watch that it names written out. Watches are outputs, not names of the model language:
/// only people who look at results use them so.
std::string written_out(const std::string& formula, const System& system);

}  // namespace alembert
