#pragma once
/// Manual pages in the man macros of groff, generated from the definition of the command line.

#include "description.hpp"

namespace alembert::app {

/// The footer of each page.
struct Edition {
  std::string date;     ///< year-month-day
  std::string version;  ///< of the program
};

/// alembert(1): the program with the list of its commands.
std::string program_page(const CommandDescription& program, const Edition& edition);

/// alembert-NAME(1): one command with its arguments and options.
std::string command_page(const CommandDescription& program, const CommandDescription& command,
                         const Edition& edition);

}  // namespace alembert::app
