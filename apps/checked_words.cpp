#include "checked_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "checked_value.hpp"
#include "mechanics/model_error.hpp"
#include "text/suggest.hpp"

namespace alembert::app {

namespace {

using Words = std::vector<std::string>;

// what follows it is no option, whatever it begins with
const std::string end_of_options = "--";

bool asks_for_help(const std::string& word) {
  return word == "--help" || word == "-h" || word == "--version";
}

// -1 and -.5 are numbers
bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         std::string("0123456789.").find(word[1]) == std::string::npos;
}

// what editors and web pages make of two hyphens
std::optional<std::string> after_typographic_dash(const std::string& word) {
  for (const char* dash : {"\u2013", "\u2014", "\u2212"})
    if (word.starts_with(dash)) return word.substr(std::string(dash).size());
  return {};
}

// the option that was meant: one that begins so, or the nearest in spelling
std::string option_like(const std::string& word, const CommandDescription& command) {
  std::vector<std::string_view> names;
  for (const OptionDescription& option : command.options) names.push_back(option.names.back());
  const std::string name = "--" + word.substr(std::min(word.find_first_not_of('-'), word.size()));
  for (const std::string_view candidate : names)
    if (candidate == name) return name;
  if (name.size() > 3)
    for (const std::string_view candidate : names)
      if (candidate.starts_with(name)) return std::string(candidate);
  return std::string(nearest(name, names));
}

std::string did_you_mean_option(const std::string& name) {
  return name.empty() ? "" : fmt::format("did you mean '{}'?", name);
}

const CommandDescription& command_named(const std::string& name,
                                        const CommandDescription& program) {
  std::vector<std::string_view> names;
  for (const CommandDescription& command : program.commands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  std::string hint = did_you_mean(name, names);
  if (name.ends_with(".mech")) hint = fmt::format("did you mean alembert run {}?", name);
  if (hint.empty()) hint = "alembert help lists the commands";
  throw ModelError(fmt::format("there is no command '{}'", name), hint);
}

/// The words after a command.
class Arguments {
 public:
  Arguments(const CommandDescription& program, const CommandDescription& command)
      : program_(program), command_(command) {}

  Words checked(std::span<const std::string> words) {
    for (words_ = words; !words_.empty();) {
      const std::string word = take();
      if (word == end_of_options) return only_arguments();
      if (is_option(word))
        option(word);
      else
        argument(word);
    }
    check_complete();
    return result_;
  }

 private:
  Words only_arguments() {
    result_.push_back(end_of_options);
    while (!words_.empty()) argument(take());
    check_complete();
    return result_;
  }

  std::string take() {
    std::string word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

  void option(const std::string& word) {
    // --name=value, or -ovalue
    const bool is_short = word[1] != '-';
    const std::size_t end = is_short ? 2 : std::min(word.find('='), word.size());
    const OptionDescription* option = command_.find(word.substr(0, end));
    if (option == nullptr || (is_short && option->is_flag() && word.size() > 2)) fail_unknown(word);
    const std::string& name = option->names.back();
    if (option->is_flag()) {
      if (end < word.size())
        throw ModelError(fmt::format("{} takes no value", name),
                         fmt::format("write {} by itself", name));
      result_.push_back(name);
      return;
    }
    const std::string value =
        end < word.size() ? word.substr(is_short ? end : end + 1) : next_value(*option);
    if (!option->is_repeatable && !seen_.insert(name).second)
      throw ModelError(fmt::format("{} is given twice", name), "leave one of them out");
    add(*option, value);
    // several settings after one --set
    while (option->is_repeatable && name == "--set" && !words_.empty() &&
           is_setting(words_.front()))
      add(*option, take());
  }

  std::string next_value(const OptionDescription& option) {
    if (words_.empty() || words_.front() == end_of_options ||
        (is_option(words_.front()) && command_.find(words_.front()) != nullptr))
      fail_without_value(option);
    return take();
  }

  void add(const OptionDescription& option, const std::string& value) {
    check_value(option, value);
    result_.push_back(option.names.back() + "=" + value);
  }

  static bool is_setting(const std::string& word) {
    return !is_option(word) && word.find('=') != std::string::npos && !word.ends_with(".mech");
  }

  void argument(const std::string& word) {
    const bool is_endless =
        std::ranges::any_of(command_.arguments, &OptionDescription::is_repeatable);
    if (word.empty())
      throw ModelError(fmt::format("an argument of {} is empty", command_.name),
                       "it may be a variable of the shell that is not set");
    if (arguments_ >= command_.arguments.size() && !is_endless) fail_unexpected(word);
    // the one argument that has choices is the command of `help`
    if (!command_.arguments.front().choices.empty()) command_named(word, program_);
    ++arguments_;
    result_.push_back(word);
  }

  [[noreturn]] void fail_unknown(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    std::string hint = did_you_mean_option(option_like(name, command_));
    std::vector<std::string> owners;
    for (const CommandDescription& other : program_.commands)
      if (other.find(name) != nullptr) owners.push_back(other.name);
    if (!owners.empty()) hint = fmt::format("it belongs to {}", fmt::join(owners, ", "));
    if (hint.empty()) hint = fmt::format("alembert help {} lists the options", command_.name);
    throw ModelError(fmt::format("{} has no option '{}'", command_.name, name), hint);
  }

  [[noreturn]] void fail_unexpected(const std::string& word) const {
    std::string hint;
    if (is_option(word))
      hint = fmt::format("what follows {} is no option: write it before", end_of_options);
    else if (const auto name = after_typographic_dash(word))
      hint = fmt::format("options begin with hyphens: --{}",
                         name->substr(std::min(name->find_first_not_of('-'), name->size())));
    else if (command_.find("--set") != nullptr && word.find('=') != std::string::npos &&
             word != "=")
      hint = fmt::format("did you mean --set {}?", word);
    else if (word == "=")
      hint = "write name=value, in quotes where there are blanks: \"name = value\"";
    else
      hint = did_you_mean_option(option_like(word, command_));
    if (hint.empty() && !command_.arguments.empty())
      hint =
          fmt::format("{} takes one {}", command_.name, command_.arguments.front().names.front());
    throw ModelError(fmt::format("'{}' is one argument too many", word), hint);
  }

  void check_complete() const {
    std::string missing;
    for (std::size_t i = arguments_; i < command_.arguments.size() && missing.empty(); ++i)
      if (command_.arguments[i].is_required) missing = "a " + command_.arguments[i].names.front();
    for (const OptionDescription& option : command_.options)
      if (missing.empty() && option.is_required && !seen_.contains(option.names.back()))
        missing = fmt::format("{} {}", option.names.back(), option.placeholder);
    if (!missing.empty())
      throw ModelError(fmt::format("{} needs {}", command_.name, missing),
                       "for example: " + command_.examples.front());
  }

  const CommandDescription& program_;
  const CommandDescription& command_;
  std::span<const std::string> words_;  ///< that are left
  Words result_;
  std::set<std::string> seen_;  ///< options that stand once
  std::size_t arguments_ = 0;
};

}  // namespace

Words checked_words(const CommandDescription& program, const Words& words) {
  if (std::any_of(words.begin(), std::ranges::find(words, end_of_options), asks_for_help)) {
    // CLI11 would answer a command that it does not know with the page of the whole program
    if (!is_option(words.front())) command_named(words.front(), program);
    return words;
  }
  Words result;
  std::size_t i = 0;
  for (; i < words.size() && is_option(words[i]); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    const OptionDescription* option = program.find(name);
    if (option == nullptr) {
      const bool is_of_command = std::ranges::any_of(
          program.commands, [&](const CommandDescription& c) { return c.find(name) != nullptr; });
      throw ModelError(is_of_command
                           ? fmt::format("{} stands before the command that it belongs to", name)
                           : fmt::format("there is no option '{}'", name),
                       is_of_command ? "write the command first, then its options"
                                     : "alembert help lists the commands and options");
    }
    std::string value;
    if (words[i].size() > name.size())
      value = words[i].substr(name.size() + 1);
    else if (i + 1 < words.size())
      value = words[++i];
    else
      fail_without_value(*option);
    check_value(*option, value);
    result.push_back(name + "=" + value);
  }
  if (i == words.size())
    throw ModelError("a command is missing", "alembert help lists the commands");
  result.push_back(words[i]);
  const CommandDescription& command = command_named(words[i], program);
  const Words rest = Arguments(program, command).checked(std::span(words).subspan(i + 1));
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

}  // namespace alembert::app
