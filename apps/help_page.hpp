#pragma once
/// What --help and `alembert help` print.

#include <string>

#include "description.hpp"

namespace alembert::app {

/// The page of a command, or of the program itself if it has commands, wrapped to this many
/// columns. `calls`: how it is started, as "alembert run".
std::string help_page(const CommandDescription& command, const std::string& calls, int columns);

}  // namespace alembert::app
