#pragma once
/// The small words of which options and tables are made: pieces between separators, and numbers.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// Without spaces at both ends.
std::string trimmed(std::string_view text);

/// Cut at each `separator` outside of parentheses and trimmed; one piece at least.
std::vector<std::string> split(std::string_view text, char separator);

/// The number that the whole text is, if it is one and finite.
std::optional<double> finite_number(std::string_view text);
std::optional<std::size_t> whole_number(std::string_view text);

}  // namespace alembert
