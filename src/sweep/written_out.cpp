#include "sweep/written_out.hpp"

#include <algorithm>
#include <cctype>

#include "symbol/print.hpp"

namespace alembert {

namespace {

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalpha(byte) != 0 || byte == '_' || byte >= 0x80;
}
bool is_of_name(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// the end of the name that begins at `begin`, with its index: x, tension[3]
std::size_t end_of_name(const std::string& text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_of_name(text[end])) ++end;
  if (end == text.size() || text[end] != '[') return end;
  const std::size_t close = text.find(']', end);
  return close == std::string::npos ? end : close + 1;
}

}  // namespace

std::string written_out(const std::string& formula, const System& system) {
  std::string result;
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i + 1;
    if (is_of_name(formula[i])) end = end_of_name(formula, i);
    const std::string piece = formula.substr(i, end - i);
    const auto watch = std::ranges::find(system.watches(), piece, &Watch::name);
    const bool is_called = end < formula.size() && formula[end] == '(';
    if (is_letter(formula[i]) && !is_called && watch != system.watches().end())
      result += "(" + to_text(system.graph(), watch->formula) + ")";
    else
      result += piece;
    i = end;
  }
  return result;
}

}  // namespace alembert
