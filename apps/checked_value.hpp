#pragma once
/// Whether an option of the command line can have a value.

#include <string>

#include "description.hpp"

namespace alembert::app {

/// Throws ModelError for a value that is empty, no number where one is due, outside of its range, or none of the choices.
void check_value(const OptionDescription& option, const std::string& value);

/// Throws ModelError where nothing stands behind the option.
[[noreturn]] void fail_without_value(const OptionDescription& option);

}  // namespace alembert::app
