#include "mechanics/model_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace alembert {

namespace {

// as wide as the shown text up to the column; tabs stay tabs, and the further bytes of a character
// count for nothing
std::string indent(const Place& place) {
  std::string blanks;
  const std::size_t width = std::max(place.text_column, place.column) - place.text_column;
  for (const char c : place.text)
    if (blanks.size() < width && (c & 0xc0) != 0x80) blanks += c == '\t' ? '\t' : ' ';
  blanks.resize(width, ' ');
  return blanks;
}

std::string report(const Mistake& mistake) {
  const auto& [place, message, hint] = mistake;
  std::string text;
  if (!place.file.empty()) text += place.file + ":";
  if (place.line > 0) text += fmt::format("{}:{}:", place.line, place.column);
  if (!text.empty()) text += " ";
  text += "error: " + message;
  if (place.line > 0) {
    const std::size_t width = std::max<std::size_t>(4, std::to_string(place.line).size());
    text += fmt::format("\n{:>{}} | {}", place.line, width, place.text);
    text += fmt::format("\n{:>{}} | {}{}", "", width, indent(place),
                        std::string(std::max<std::size_t>(1, place.length), '^'));
    if (!hint.empty()) text += fmt::format("\n{:>{}} = {}", "", width, hint);
  } else if (!hint.empty()) {
    text += "\n     = " + hint;
  }
  return text;
}

std::string report(const std::vector<Mistake>& mistakes, const std::string& last_line) {
  std::string text;
  for (const Mistake& mistake : mistakes) text += report(mistake) + "\n\n";
  return text + last_line;
}

}  // namespace

ModelError::ModelError(Place place, std::string what, std::string hint)
    : std::runtime_error(report({place, what, hint})),
      mistakes_{{std::move(place), std::move(what), std::move(hint)}} {}

ModelError::ModelError(std::string what, std::string hint)
    : ModelError(Place{}, std::move(what), std::move(hint)) {}

ModelError::ModelError(std::vector<Mistake> mistakes, const std::string& last_line)
    : std::runtime_error(mistakes.size() == 1 ? report(mistakes.front())
                                              : report(mistakes, last_line)),
      mistakes_(std::move(mistakes)) {}

}  // namespace alembert
