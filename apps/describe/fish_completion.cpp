#include <fmt/format.h>

#include "completions.hpp"

namespace alembert::app {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_offer(const OptionDescription& option) {
  switch (option.offers) {
    case Offers::choices:
      return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
    case Offers::files:
      return option.suffix.empty()
                 ? " -r -F"
                 : fmt::format(" -k -x -a '(__fish_complete_suffix {})'", option.suffix);
    case Offers::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Offers::nothing:
      break;
  }
  return " -x";
}

std::string option_line(const std::string& when, const OptionDescription& option) {
  std::string text = "complete -c alembert -n " + when;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.is_flag()) text += fish_offer(option);
  return text + " -d " + quoted(option.description) + "\n";
}

}  // namespace

std::string fish_completion(const CommandDescription& program) {
  std::string text = "# Completion of alembert for fish.\n\ncomplete -c alembert -f\n";
  for (const OptionDescription& option : program.options)
    text += option_line("__fish_use_subcommand", option);
  for (const CommandDescription& command : program.commands) {
    text += fmt::format("\ncomplete -c alembert -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, quoted(command.description));
    const std::string when = fmt::format("'__fish_seen_subcommand_from {}'", command.name);
    for (const OptionDescription& argument : command.arguments)
      text += fmt::format("complete -c alembert -n {}{}\n", when, fish_offer(argument));
    for (const OptionDescription& option : command.options) text += option_line(when, option);
  }
  return text;
}

}  // namespace alembert::app
