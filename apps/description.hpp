#pragma once
/// What help, manual pages, completions and the check of a command line need to know of a command,
/// taken from its definition.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::app {

/// What the shell can offer after an option, or in place of an argument.
enum class Offers { nothing, choices, files, folders };

struct OptionDescription {
  std::vector<std::string>
      names;                ///< with their dashes, short ones first; that of an argument has none
  std::string description;  ///< a phrase
  std::string placeholder;  ///< of the value, as FILE; empty for a flag
  bool is_required = false;
  bool is_repeatable = false;
  Offers offers = Offers::nothing;
  std::vector<std::string> choices;
  std::string suffix;         ///< of the files, as .mech; empty for any
  std::string default_value;  ///< empty if the option is required
  enum class Number { none, real, whole, count } number = Number::none;
  std::optional<double> least, most;
  bool is_positive = false;

  bool is_flag() const { return placeholder.empty(); }
  /// The description with the range of a number and the default in parentheses.
  std::string full_description() const;
};

struct CommandDescription {
  std::string name;
  std::string description;
  std::vector<OptionDescription> options;
  std::vector<OptionDescription> arguments;
  std::vector<CommandDescription> commands;
  std::vector<std::string> examples;  ///< command lines

  /// The option of that name, with its dashes, if there is one.
  const OptionDescription* find(std::string_view option) const;
};

CommandDescription describe(const CLI::App& app);

}  // namespace alembert::app
