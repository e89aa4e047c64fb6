#pragma once
/// What manual pages and completions need to know of a command, taken from its definition.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace alembert::app {

/// What the shell can offer after an option, or in place of an argument.
enum class Offers { nothing, choices, files, folders };

struct OptionDescription {
  std::vector<std::string>
      names;                ///< with their dashes, short ones first; that of an argument has none
  std::string description;  ///< a phrase, with the range of a number
  std::string placeholder;  ///< of the value, as FILE; empty for a flag
  bool is_required = false;
  bool is_repeatable = false;
  Offers offers = Offers::nothing;
  std::vector<std::string> choices;
  std::string suffix;  ///< of the files, as .mech; empty for any

  bool is_flag() const { return placeholder.empty(); }
};

struct CommandDescription {
  std::string name;
  std::string description;
  std::vector<OptionDescription> options;
  std::vector<OptionDescription> arguments;
  std::vector<CommandDescription> commands;
};

CommandDescription describe(const CLI::App& app);

}  // namespace alembert::app
