#pragma once
/// Splitting the words of options and tables: pieces between separators, and numbers.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// The text without spaces at its ends.
std::string trimmed(std::string_view text);

/// The text cut at each `separator` outside of parentheses, trimmed; at least one piece.
std::vector<std::string> split(std::string_view text, char separator);

/// The whole text as a number, if it is one and finite.
std::optional<double> finite_number(std::string_view text);
std::optional<std::size_t> whole_number(std::string_view text);

}  // namespace alembert
