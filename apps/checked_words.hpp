#pragma once
/// The words of a command line, checked before they are parsed: what is wrong with them is said as it is of a model,
/// with what and with a hint.

#include <string>
#include <vector>

#include "description.hpp"

namespace alembert::app {

/// The words in a form that can be parsed without a doubt: each value behind the sign of its option, and one option for
/// each of several settings (--set a=1 b=2). Throws ModelError for what the program does not know.
std::vector<std::string> checked_words(const CommandDescription& program,
                                       const std::vector<std::string>& words);

}  // namespace alembert::app
