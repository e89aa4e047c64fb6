#pragma once
/// The words of a command line, checked before they are parsed: mistakes are reported like those in
/// a model, with a hint.

#include <string>
#include <vector>

#include "description.hpp"

namespace alembert::app {

/// The words in an unambiguous form: each value joined to its option by =, and one option for each
/// of several settings (--set a=1 b=2). Throws ModelError for what the program does not know.
std::vector<std::string> checked_words(const CommandDescription& program,
                                       const std::vector<std::string>& words);

}  // namespace alembert::app
