#pragma once
/// What --help and `alembert help` print.

#include <string>

#include "description.hpp"

namespace alembert::app {

/// The page of a command, wrapped to so many columns; of the program itself where it has commands. `calls`: how it is
/// started, as "alembert run".
std::string help_page(const CommandDescription& command, const std::string& calls, int columns);

}  // namespace alembert::app
