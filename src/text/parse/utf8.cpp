#include "text/parse/utf8.hpp"

namespace alembert {

Character decode(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4) return {};
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  // each character has one spelling, and half of a surrogate pair is none
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (overlong || surrogate || code > 0x10ffff) return {};
  return {code, length};
}

bool starts_name(std::uint32_t code) {
  if (code < 0x80) return (code | 0x20u) - 'a' < 26 || code == '_';
  const auto between = [code](std::uint32_t low, std::uint32_t high) {
    return low <= code && code <= high;
  };
  if (code == 0xd7 || code == 0xf7 || code == 0x37e || code == 0x387 || code == 0x3f6) return false;
  return code == 0xb5 || between(0xc0, 0x24f) || between(0x370, 0x373) || between(0x376, 0x377) ||
         between(0x37b, 0x37d) || between(0x386, 0x3ff) || between(0x400, 0x481) ||
         between(0x48a, 0x52f) || between(0x1f00, 0x1fbc);
}

bool continues_name(std::uint32_t code) {
  return starts_name(code) || (code >= '0' && code <= '9');
}

bool is_name(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = decode(text, at);
    if (character.length == 0) return false;
    if (!(at == 0 ? starts_name(character.code) : continues_name(character.code))) return false;
    at += character.length;
  }
  return !text.empty();
}

}  // namespace alembert
