#pragma once
/// Long lines on a narrow terminal.

#include <functional>
#include <string>
#include <string_view>

namespace alembert::app {

/// The text with lines of at most this many columns, where blanks allow it: words and the columns
/// of tables stay whole, and what goes on in the next line is indented. Colours take no room. Lines
/// of which `stays` says so are as they were.
std::string wrapped_lines(
    const std::string& text, int columns,
    const std::function<bool(std::string_view)>& stays = [](std::string_view) { return false; });

}  // namespace alembert::app
