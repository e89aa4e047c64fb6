#pragma once
/// Text in the language of groff.

#include <string>

namespace alembert::app {

/// As it stands, whatever signs are in it.
std::string escaped(const std::string& text);
std::string bold(const std::string& text);
std::string italic(const std::string& text);

}  // namespace alembert::app
