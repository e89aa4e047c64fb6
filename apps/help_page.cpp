#include "help_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace alembert::app {

namespace {

constexpr int margin = 2, narrowest_text = 24;

// words in lines of at most `width` columns, each line after `indent` blanks; the first line begins
// where the text is
std::string wrapped(const std::string& text, int indent, int width) {
  std::string lines;
  int column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const int length = static_cast<int>(word.size());
    if (column > 0 && column + 1 + length > width) {
      lines += fmt::format("\n{:{}}", "", indent);
      column = 0;
    }
    lines += (column > 0 ? " " : "") + word;
    column += length + (column > 0 ? 1 : 0);
  }
  return lines;
}

struct Item {
  std::string name, text;
};

// names on the left, as wide as the texts beside them allow
std::string items(const std::vector<Item>& all, int columns) {
  std::size_t longest = 0;
  constexpr std::size_t widest_names = 24;
  for (const Item& item : all)
    if (item.name.size() <= widest_names) longest = std::max(longest, item.name.size());
  int beside = margin + static_cast<int>(longest) + 2;
  const bool is_narrow = columns - beside < narrowest_text;
  if (is_narrow) beside = 2 * margin;
  std::string page;
  for (const Item& item : all) {
    page += fmt::format("{:{}}{}", "", margin, item.name);
    const int used = margin + static_cast<int>(item.name.size());
    if (is_narrow || used + 2 > beside)
      page += fmt::format("\n{:{}}", "", beside);
    else
      page += fmt::format("{:{}}", "", beside - used);
    page += wrapped(item.text, beside, std::max(1, columns - beside)) + "\n";
  }
  return page;
}

std::string name_of(const OptionDescription& option) {
  std::string name = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.is_flag() && option.names.front().starts_with('-')) name += " " + option.placeholder;
  return name;
}

std::vector<Item> items_of(const std::vector<OptionDescription>& options) {
  std::vector<Item> list;
  for (const OptionDescription& option : options)
    list.push_back({name_of(option), option.full_description()});
  return list;
}

std::string synopsis(const CommandDescription& command, const std::string& calls) {
  if (!command.commands.empty()) return calls + " COMMAND [option...]";
  std::string text = calls;
  for (const OptionDescription& argument : command.arguments) {
    const std::string name = argument.names.front() + (argument.is_repeatable ? "..." : "");
    text += argument.is_required ? " " + name : " [" + name + "]";
  }
  for (const OptionDescription& option : command.options)
    if (option.is_required) text += " " + name_of(option);
  return text + " [option...]";
}

}  // namespace

std::string help_page(const CommandDescription& command, const std::string& calls, int columns) {
  std::string page = wrapped(command.description, 0, columns) + "\n";
  page += "\nusage\n" + fmt::format("{:{}}", "", margin) +
          wrapped(synopsis(command, calls), 2 * margin, columns - 2 * margin) + "\n";
  if (!command.commands.empty()) {
    std::vector<Item> list;
    for (const CommandDescription& one : command.commands)
      list.push_back({one.name, one.description});
    page += "\ncommands\n" + items(list, columns);
  }
  if (!command.arguments.empty())
    page += "\narguments\n" + items(items_of(command.arguments), columns);
  page += "\noptions\n" + items(items_of(command.options), columns);
  page += "\nexamples\n";
  for (const std::string& example : command.examples)
    page += fmt::format("{:{}}{}\n", "", margin, example);
  return page;
}

}  // namespace alembert::app
