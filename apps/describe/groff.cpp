#include "groff.hpp"

#include <fmt/format.h>

#include "text/parse/utf8.hpp"

namespace alembert::app {

// groff would take a backslash for an escape, a dash for a hyphen, and quotes for typographic ones
std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x80) {
      // troff itself knows no UTF-8
      const Character character = decode(text, i);
      result += fmt::format("\\[u{:04X}]", character.code);
      i += character.length - 1;
    } else if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else if (c == '^')
      result += "\\(ha";
    else if (c == '~')
      result += "\\(ti";
    else
      result += c;
  }
  // at the beginning of a line a dot would be a request
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

}  // namespace alembert::app
