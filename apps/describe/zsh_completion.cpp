#include <fmt/format.h>

#include "completions.hpp"

namespace alembert::app {

namespace {

// inside single quotes, with a backslash before what _arguments would read
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

std::string action(const OptionDescription& option) {
  switch (option.offers) {
    case Offers::choices:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case Offers::files:
      return option.suffix.empty() ? "_files" : fmt::format("_files -g \"*{}\"", option.suffix);
    case Offers::folders:
      return "_files -/";
    case Offers::nothing:
      break;
  }
  return " ";
}

// '--method[integration method]:dop853|taylor:(dop853 taylor)', with the alternatives of a name
// excluded
std::string option_spec(const OptionDescription& option) {
  std::string value;
  if (!option.is_flag())
    value = fmt::format(":{}:{}", zsh_escaped(option.placeholder), action(option));
  const std::string repeat = option.is_repeatable ? "*" : "";
  std::string text;
  for (const std::string& name : option.names) {
    const std::string excluded =
        option.is_repeatable ? "" : fmt::format("({})", fmt::join(option.names, " "));
    // the value of a long option may also follow =
    const std::string equals = !option.is_flag() && name.starts_with("--") ? "=" : "";
    text += fmt::format(" \\\n        '{}{}{}{}[{}]{}'", excluded, repeat, name, equals,
                        zsh_escaped(option.description), value);
  }
  return text;
}

std::string argument_spec(const OptionDescription& argument) {
  return fmt::format(" \\\n        '{}:{}:{}'", argument.is_repeatable ? "*" : "1",
                     zsh_escaped(argument.names.front()), action(argument));
}

}  // namespace

std::string zsh_completion(const CommandDescription& program) {
  std::string commands, cases, options;
  for (const OptionDescription& option : program.options) options += option_spec(option);
  for (const CommandDescription& command : program.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_escaped(command.description));
    std::string specs;
    for (const OptionDescription& option : command.options) specs += option_spec(option);
    for (const OptionDescription& argument : command.arguments) specs += argument_spec(argument);
    cases +=
        fmt::format("        {})\n          _arguments{}\n          ;;\n", command.name, specs);
  }
  return "#compdef alembert\n# Completion of alembert for zsh.\n\n_alembert() {\n"
         "  local context state state_descr line\n"
         "  typeset -A opt_args\n"
         "  local -a subcommands=(\n" +
         commands +
         "  )\n"
         "  _arguments -C" +
         options +
         " \\\n"
         "        '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n"
         "    command) _describe command subcommands ;;\n"
         "    argument)\n"
         "      case $words[1] in\n" +
         cases +
         "      esac\n"
         "      ;;\n"
         "  esac\n"
         "}\n\n_alembert \"$@\"\n";
}

}  // namespace alembert::app
