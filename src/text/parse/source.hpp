#pragma once
/// The text of a model with its lines, so that every mistake can say where it is.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/model_error.hpp"

namespace alembert {

class Source {
 public:
  /// Refuses a text that is too large. The text must outlive the source.
  Source(std::string_view text, std::string file_name);

  std::string_view text() const { return text_; }
  const std::string& file() const { return file_; }

  /// The line of a byte, counted from 1.
  std::size_t line(std::size_t offset) const;
  /// The place of `length` bytes from `offset` on, cut at the end of the line.
  Place place(std::size_t offset, std::size_t length) const;

 private:
  std::string_view text_;
  std::string file_;
  std::vector<std::uint32_t> line_starts_;
};

/// Number of characters (code points) of UTF-8 text.
std::size_t character_count(std::string_view utf8);

}  // namespace alembert
