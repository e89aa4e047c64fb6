#pragma once
/// The whole command line: what the program parses, and what its manual pages and completions are
/// made of.

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"

namespace alembert::app {

/// The program with all its subcommands; `exit` must outlive it.
std::unique_ptr<CLI::App> command_line(Exit& exit);

}  // namespace alembert::app
