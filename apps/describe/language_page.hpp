#pragma once
/// mech(5), the manual page of the model language, generated from its reference docs/language.md,
/// whose tables come from the words of the parser.

#include <string>

#include "manual_page.hpp"

namespace alembert::app {

std::string language_page(const std::string& markdown, const Edition& edition);

}  // namespace alembert::app
