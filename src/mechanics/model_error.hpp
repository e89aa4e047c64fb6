#pragma once
/// A mistake of the person who wrote the model: where it is, what is wrong, and what to do about
/// it.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

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

/// One mistake: where it is, what is wrong, and what to do about it.
struct Mistake {
  Place place;
  std::string message;
  std::string hint;  ///< may be empty
};

class ModelError : public std::runtime_error {
 public:
  ModelError(Place place, std::string what, std::string hint = {});
  /// A mistake in a system built in C++, which has no place in a file.
  explicit ModelError(std::string what, std::string hint = {});
  /// All mistakes of a text, at least one; of several, the last line says how many they are.
  ModelError(std::vector<Mistake> mistakes, const std::string& last_line);

  /// The first mistake.
  const Place& place() const { return mistakes_.front().place; }
  const std::string& message() const { return mistakes_.front().message; }
  const std::string& hint() const { return mistakes_.front().hint; }
  /// All mistakes, in the order of the text.
  const std::vector<Mistake>& mistakes() const { return mistakes_; }
  // what() is the whole report: of each mistake file:line:column, the line with a caret, the hint

 private:
  std::vector<Mistake> mistakes_;
};

}  // namespace alembert
