#pragma once
/// The mistakes of a text, collected. Reading goes on after a mistake, so that all are reported at
/// once, but none that only follows from another.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "mechanics/model_error.hpp"

namespace alembert {

/// A mistake after which nothing more can be said: a limit, or a file that is no text.
class LastMistake : public ModelError {
 public:
  using ModelError::ModelError;
};

/// Thrown where a piece of the text cannot be judged because of a mistake that has been noted.
struct InDoubt {};

/// Thrown when enough mistakes have been noted for one report.
struct EnoughMistakes {};

class Mistakes {
 public:
  bool any() const { return !noted_.empty(); }

  /// Adds a mistake, if it is the first at its place.
  void note(const ModelError& error);

  /// Adds a mistake in place of the one at its place, if there is one: it says more.
  void note_instead(const ModelError& error);

  /// Reads a piece of the text. A mistake ends it and is noted; false if it could not be finished.
  template <typename Work>
  bool attempt(Work work) {
    try {
      work();
      return true;
    } catch (const LastMistake&) {
      throw;
    } catch (const ModelError& error) {
      note(error);
    } catch (const InDoubt&) {
      // the mistake behind it has been noted
    }
    return false;
  }

  /// A name that stands in a piece with a mistake: perhaps it is declared there.
  void doubt(std::string_view name) { doubtful_.emplace(name); }
  bool is_doubtful(const std::string& name) const { return doubtful_.contains(name); }

  /// Throws all of them, in the order of the text.
  [[noreturn]] void report();

 private:
  std::vector<Mistake> noted_;
  std::unordered_set<std::string> doubtful_;
};

}  // namespace alembert
