#include "text/parse/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/limits.hpp"
#include "text/parse/utf8.hpp"

namespace alembert {

namespace {

// the line without characters that a terminal would obey or could not show
std::string printable(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const Character character = decode(line, at);
    const bool control = (character.code < 0x20 && character.code != '\t') ||
                         (character.code >= 0x7f && character.code < 0xa0);
    const bool shown = character.length > 0 && !control;
    text += shown ? line.substr(at, character.length) : "?";
    at += std::max<std::size_t>(1, character.length);
  }
  return text;
}

// the byte at which a character starts
std::size_t byte_of(std::string_view utf8, std::size_t character) {
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(utf8[i]) & 0xc0) != 0x80;
    if (starts && character-- == 0) return i;
  }
  return utf8.size();
}

// of a long line only the part around the mistake is shown
void shorten(Place& place) {
  const std::size_t characters = character_count(place.text);
  if (characters <= max_shown_line) return;
  const std::size_t before = std::min(place.column - 1, max_shown_line / 3);
  std::size_t first = place.column - 1 - before;
  first = std::min(first, characters - max_shown_line);
  place.length = std::min(place.length, first + max_shown_line - (place.column - 1));
  const std::size_t from = byte_of(place.text, first);
  const std::size_t to = byte_of(place.text, first + max_shown_line);
  const bool goes_on = to < place.text.size();
  place.text = place.text.substr(from, to - from);
  place.text_column = first + 1;
  // dots take the place of a character, so that the caret stays under its text
  if (first > 0) place.text.replace(0, byte_of(place.text, 1), "…");
  if (goes_on) place.text += "…";
}

}  // namespace

Source::Source(std::string_view text, std::string file_name)
    : text_(text), file_(std::move(file_name)) {
  if (text.size() > max_file_bytes)
    throw ModelError(Place{.file = file_, .text = {}}, "the file is too large for a model",
                     fmt::format("a model has at most {} MB", max_file_bytes / 1'000'000));
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::size_t Source::line(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(after - line_starts_.begin());
}

Place Source::place(std::size_t offset, std::size_t length) const {
  const std::size_t number = line(offset);
  const std::size_t start = line_starts_[number - 1];
  std::size_t end = text_.find('\n', start);
  if (end == std::string_view::npos) end = text_.size();
  if (end > start && text_[end - 1] == '\r') --end;
  offset = std::min(offset, end);
  const std::string_view marked = text_.substr(offset, std::min(length, end - offset));

  Place place;
  place.file = file_;
  place.line = number;
  place.column = character_count(text_.substr(start, offset - start)) + 1;
  place.length = std::max<std::size_t>(1, character_count(marked));
  place.text = printable(text_.substr(start, end - start));
  shorten(place);
  return place;
}

std::size_t character_count(std::string_view utf8) {
  // bytes that continue a character do not count
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace alembert
