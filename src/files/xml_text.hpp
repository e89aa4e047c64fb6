#pragma once
/// Text within XML.

#include <string>

namespace alembert::files {

inline std::string escaped_for_xml(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else
      result += c;
  }
  return result;
}

}  // namespace alembert::files
