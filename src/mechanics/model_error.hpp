#pragma once
/// A mistake of the person who wrote the model: where it is, what is wrong, and what to do about it.

#include <cstddef>
#include <stdexcept>
#include <string>

namespace alembert {

/// A stretch of one line in a model file; line 0 means that the model was not read from text.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;       ///< counted in characters, from 1
  std::size_t length = 1;       ///< in characters
  std::string text;             ///< the line, or of a long one the part around the column
  std::size_t text_column = 1;  ///< the column of the first character of `text`
};

class ModelError : public std::runtime_error {
 public:
  ModelError(Place place, std::string what, std::string hint = {});
  /// A mistake in a system built in C++, which has no place in a file.
  explicit ModelError(std::string what, std::string hint = {});

  const Place& place() const { return place_; }
  const std::string& message() const { return message_; }
  const std::string& hint() const { return hint_; }
  // what() is the whole report: file:line:column, the line with a caret, the hint

 private:
  Place place_;
  std::string message_;
  std::string hint_;
};

}  // namespace alembert
