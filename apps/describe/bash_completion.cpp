#include <fmt/format.h>

#include "completions.hpp"

namespace alembert::app {

namespace {

std::string all_names(const std::vector<OptionDescription>& options) {
  std::string names;
  for (const OptionDescription& option : options)
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string bash_offer(const OptionDescription& option) {
  switch (option.offers) {
    case Offers::choices:
      return fmt::format("_alembert_words \"{}\"", fmt::join(option.choices, " "));
    case Offers::files:
      return fmt::format("_alembert_files '{}'", option.suffix);
    case Offers::folders:
      return "_alembert_folders";
    case Offers::nothing:
      break;
  }
  return "return";
}

// the cases of "command option" whose value comes next
std::string value_cases(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) {
    if (option.is_flag()) continue;
    std::string pattern;
    for (const std::string& name : option.names)
      pattern += fmt::format("{}\"{} {}\"", pattern.empty() ? "" : " | ", command.name, name);
    text += fmt::format("    {}) {} ;;\n", pattern, bash_offer(option));
  }
  return text;
}

// the cases of a command where no value is expected
std::string word_case(const CommandDescription& command) {
  const std::string argument =
      command.arguments.empty() ? "return" : bash_offer(command.arguments.front());
  return fmt::format(
      "        {}) if [[ $word == -* ]]; then _alembert_words \"{}\"; else {}; fi ;;\n",
      command.name, all_names(command.options), argument);
}

const char* const helpers = R"(
_alembert_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }

# outside of a completion, as in a test, there is nothing to tell readline
_alembert_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$word")
}

_alembert_files() {
  compopt -o filenames 2>/dev/null
  if [[ -z $1 ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X "!*$1" -- "$word")
  fi
}
)";

}  // namespace

std::string bash_completion(const CommandDescription& program) {
  std::string names = all_names(program.options), values, words;
  for (const CommandDescription& command : program.commands) {
    names += " " + command.name;
    values += value_cases(command);
    words += word_case(command);
  }
  std::string text = "# Completion of alembert for bash.\n";
  text += helpers;
  text += R"(
_alembert() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
  COMPREPLY=()
  # bash cuts --option=value into three words
  if [[ $word == "=" ]]; then
    word=
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  case "$command $before" in
)";
  text += values;
  text += "    *)\n      case $command in\n";
  text += fmt::format("        \"\") _alembert_words \"{}\" ;;\n", names);
  text += words;
  text += "      esac\n      ;;\n  esac\n}\n\ncomplete -F _alembert alembert\n";
  return text;
}

}  // namespace alembert::app
