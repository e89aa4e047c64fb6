#pragma once
/// The words of the model language in one table: the parser looks its words up here, and the
/// language page, the editor grammar and the "did you mean" hints are made from it.

#include <span>
#include <string_view>
#include <vector>

namespace alembert {

/// Where a word of the language has its meaning.
enum class WordKind {
  statement,         ///< at the margin
  run_option,        ///< below `run`
  run_choice,        ///< after a run option
  expectation,       ///< at the start of a `check` line
  shape,             ///< at the start of a `draw` line
  joint_kind,        ///< after the name of a joint
  solid,             ///< of a body
  function,          ///< before a parenthesis
  body_quantity,     ///< of bodies and joints; the words may name other things too
  force_quantity,    ///< in `watch`, `check` and `nonideal`
  contact_quantity,  ///< of contacts; the words may name other things too
  constant,          ///< in every formula
  contextual,        ///< between the parts of an item
};
std::string_view name_of(WordKind kind);

/// A word of the language.
struct Keyword {
  std::string_view word;
  WordKind kind;
  std::string_view syntax;
  std::string_view meaning;
};

/// All words, grouped by kind, in the order in which the language page shows them.
std::span<const Keyword> keywords();

/// The entry of a word, or null.
const Keyword* find_keyword(std::string_view word, WordKind kind);

/// The words of a kind, for hints.
std::vector<std::string_view> words_of(WordKind kind);

/// True for words that formulas need, which no coordinate, parameter or definition may be called:
/// functions, constants and the energy.
bool is_reserved(std::string_view word);

}  // namespace alembert
