#pragma once
/// Long lines on a narrow terminal.

#include <string>

namespace alembert::app {

/// The text with lines of at most this many columns, where blanks allow it: words and the columns of
/// tables stay whole, and what goes on in the next line is indented. Colours take no room.
std::string wrapped_lines(const std::string& text, int columns);

}  // namespace alembert::app
