#pragma once
/// Enumerations whose values have words. The table of each stands beside it, as
/// `choices<Enumeration>`; the parser, the language page, the command line and Python read it.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace alembert {

template <class Enumeration>
struct NamedChoice {
  Enumeration value;
  std::string_view word;
  std::string_view syntax;   ///< how it stands in a model
  std::string_view meaning;  ///< for the language page
};

/// All values of an enumeration, in the order in which they are shown.
template <class Enumeration>
inline constexpr std::array<NamedChoice<Enumeration>, 0> choices{};

/// The word of a value.
template <class Enumeration>
constexpr std::string_view choice_word(Enumeration value) {
  for (const auto& choice : choices<Enumeration>)
    if (choice.value == value) return choice.word;
  return {};
}

/// The value of a word, if it is one of the choices.
template <class Enumeration>
constexpr std::optional<Enumeration> choice_named(std::string_view word) {
  for (const auto& choice : choices<Enumeration>)
    if (choice.word == word) return choice.value;
  return {};
}

/// The words of all values.
template <class Enumeration>
std::vector<std::string_view> choice_words() {
  std::vector<std::string_view> words;
  for (const auto& choice : choices<Enumeration>) words.push_back(choice.word);
  return words;
}

}  // namespace alembert
