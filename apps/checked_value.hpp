#pragma once
/// Whether an option of the command line can have a value.

#include <string>

#include "description.hpp"

namespace alembert::app {

/// Throws ModelError for a value that is empty, not a number where one is needed, out of range, or
/// none of the choices.
void check_value(const OptionDescription& option, const std::string& value);

/// Throws ModelError if the option has no value.
[[noreturn]] void fail_without_value(const OptionDescription& option);

}  // namespace alembert::app
