#pragma once
/// Characters of UTF-8 text, and which of them are letters of names.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace alembert {

/// A decoded character; length 0 where the bytes are not UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;
};

/// The character that starts at `offset`.
Character decode(std::string_view text, std::size_t offset);

/// Latin, Greek and Cyrillic letters and `_`.
bool starts_name(std::uint32_t code);
/// The same and digits.
bool continues_name(std::uint32_t code);
/// True for a whole word that the language takes as a name.
bool is_name(std::string_view text);

}  // namespace alembert
