#pragma once
/// Text in the language of groff.

#include <string>

namespace alembert::app {

/// The text with all signs escaped.
std::string escaped(const std::string& text);
std::string bold(const std::string& text);
std::string italic(const std::string& text);

}  // namespace alembert::app
