#include "description.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// CLI11 keeps all that is known of a value in the name of its type: "TEXT", "FILE.mech",
// "{svg,pdf}", "TEXT:{text,json}", "INT:INT in [1 - 50]", "FLOAT:POSITIVE"
void describe_value(const std::string& type, OptionDescription& option) {
  const std::size_t colon = type.find(':');
  const std::string kind = type.substr(0, colon);
  const std::string rule = colon == std::string::npos ? kind : type.substr(colon + 1);
  option.placeholder = kind;
  if (rule.starts_with('{')) {
    option.choices = split(rule.substr(1, rule.size() - 2), ',');
    option.offers = Offers::choices;
    option.placeholder = fmt::format("{}", fmt::join(option.choices, "|"));
  } else if (kind == "FOLDER") {
    option.offers = Offers::folders;
  } else if (kind.starts_with("FILE")) {
    option.offers = Offers::files;
    option.suffix = kind.substr(4);
    option.placeholder = "FILE";
  } else if (kind == "FLOAT" || kind == "INT" || kind == "UINT") {
    option.placeholder = "NUMBER";
    option.number = kind == "FLOAT" ? OptionDescription::Number::real
                    : kind == "INT" ? OptionDescription::Number::whole
                                    : OptionDescription::Number::count;
    option.is_positive = rule == "POSITIVE";
    if (const std::size_t range = rule.find('['); range != std::string::npos) {
      option.least = std::stod(rule.substr(range + 1));
      option.most = std::stod(rule.substr(rule.find(" - ") + 3));
    }
  }
}

OptionDescription describe(const CLI::Option& option) {
  OptionDescription result;
  result.description = option.get_description();
  result.is_required = option.get_required();
  if (!result.is_required) result.default_value = option.get_default_str();
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

std::string OptionDescription::full_description() const {
  std::string more;
  const auto add = [&more](const std::string& words) {
    more += (more.empty() ? " (" : "; ") + words;
  };
  if (least && most) add(fmt::format("{:g} to {:g}", *least, *most));
  if (is_positive) add("positive");
  if (is_required && !is_flag()) add("required");
  if (!default_value.empty()) add("default: " + default_value);
  return description + more + (more.empty() ? "" : ")");
}

const OptionDescription* CommandDescription::find(std::string_view option) const {
  for (const OptionDescription& candidate : options)
    if (std::ranges::find(candidate.names, option) != candidate.names.end()) return &candidate;
  return nullptr;
}

CommandDescription describe(const CLI::App& app) {
  CommandDescription result;
  result.name = app.get_name();
  result.description = app.get_description();
  if (!app.get_footer().empty()) result.examples = split(app.get_footer(), '\n');
  for (const CLI::Option* option : app.get_options({}))
    (option->get_positional() ? result.arguments : result.options).push_back(describe(*option));
  for (const CLI::App* command : app.get_subcommands({}))
    result.commands.push_back(describe(*command));
  return result;
}

}  // namespace alembert::app
