#include "description.hpp"

#include <regex>

namespace alembert::app {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

// CLI11 keeps all that is known of a value in the name of its type: "TEXT", "FILE.mech", "{svg,pdf}",
// "TEXT:{text,json}", "INT:INT in [1 - 50]", "FLOAT:POSITIVE"
void describe_value(const std::string& type, OptionDescription& option) {
  const std::size_t colon = type.find(':');
  const std::string kind = type.substr(0, colon);
  const std::string rule = colon == std::string::npos ? kind : type.substr(colon + 1);
  std::smatch match;
  option.placeholder = kind;
  if (std::regex_match(rule, match, std::regex(R"(\{(.*)\})"))) {
    option.choices = split(match[1], ',');
    option.offers = Offers::choices;
    option.placeholder.clear();
    for (const std::string& choice : option.choices)
      option.placeholder += (option.placeholder.empty() ? "" : "|") + choice;
  } else if (kind == "FOLDER") {
    option.offers = Offers::folders;
  } else if (std::regex_match(kind, match, std::regex(R"(FILE(\.\w+)?)"))) {
    option.offers = Offers::files;
    option.suffix = match[1];
    option.placeholder = "FILE";
  } else if (kind == "FLOAT" || kind == "INT" || kind == "UINT") {
    option.placeholder = "NUMBER";
    if (std::regex_match(rule, match, std::regex(R"(.* in \[(.*) - (.*)\])")))
      option.description += " (" + match[1].str() + " to " + match[2].str() + ")";
    if (rule == "POSITIVE") option.description += " (positive)";
  }
}

OptionDescription describe(const CLI::Option& option) {
  OptionDescription result;
  result.description = option.get_description();
  result.is_required = option.get_required();
  result.is_repeatable = option.get_expected_max() > 1;
  if (option.get_type_size_max() > 0) describe_value(option.get_type_name(), result);
  if (option.get_positional()) {
    result.names = {option.get_name(true)};
    result.placeholder = result.names.front();
    return result;
  }
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  return result;
}

}  // namespace

CommandDescription describe(const CLI::App& app) {
  CommandDescription result;
  result.name = app.get_name();
  result.description = app.get_description();
  for (const CLI::Option* option : app.get_options({}))
    (option->get_positional() ? result.arguments : result.options).push_back(describe(*option));
  for (const CLI::App* command : app.get_subcommands({}))
    result.commands.push_back(describe(*command));
  return result;
}

}  // namespace alembert::app
