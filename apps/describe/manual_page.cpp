#include "manual_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "groff.hpp"

namespace alembert::app {

namespace {

std::string sentence(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(text.front()));
  if (!text.ends_with('.')) text += '.';
  return escaped(text);
}

std::string heading(const std::string& title, const Edition& edition) {
  std::string name = title;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return fmt::format(".TH {} 1 {} \"Alembert {}\" \"User Commands\"\n", escaped(name), edition.date,
                     edition.version);
}

std::string item(const OptionDescription& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (!option.is_flag()) names += " " + italic(option.placeholder);
  return fmt::format(".TP\n{}\n{}\n", names, escaped(option.full_description()));
}

std::string argument_items(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& argument : command.arguments)
    text +=
        fmt::format(".TP\n{}\n{}\n", italic(argument.names.front()), escaped(argument.description));
  return text;
}

std::string option_items(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) text += item(option);
  return text;
}

std::string synopsis(const CommandDescription& program, const CommandDescription& command) {
  std::string text = bold(program.name) + " " + bold(command.name);
  for (const OptionDescription& option : command.options)
    if (option.is_required)
      text += " " + bold(option.names.front()) + " " + italic(option.placeholder);
  text += " [" + italic("option") + "...]";
  for (const OptionDescription& argument : command.arguments) {
    const std::string name = italic(argument.names.front()) + (argument.is_repeatable ? "..." : "");
    text += argument.is_required ? " " + name : " [" + name + "]";
  }
  return text;
}

std::string example_items(const CommandDescription& command) {
  std::string text = ".SH EXAMPLES\n.nf\n.RS\n";
  for (const std::string& example : command.examples) text += escaped(example) + "\n";
  return text + ".RE\n.fi\n";
}

const char* const exit_status =
    ".SH EXIT STATUS\n"
    ".TP\n0\nDone.\n"
    ".TP\n1\nSomething went wrong after the first step of a run, or what was checked does not "
    "hold, or the command was interrupted.\n"
    ".TP\n2\nSomething was wrong before the first step: the command line, the model, or its "
    "start.\n";

const char* const environment =
    ".SH ENVIRONMENT\n"
    ".TP\n.B ALEMBERT_INTERPRETER\n"
    "With the value 1, formulas are interpreted and not compiled to machine code.\n"
    ".TP\n.B NO_COLOR\n"
    "Where it is set and not empty, nothing is printed in colour unless \\-\\-color asks for it.\n";

}  // namespace

std::string program_page(const CommandDescription& program, const Edition& edition) {
  std::string text = heading(program.name, edition);
  text += ".SH NAME\nalembert \\- the motion and the constraint forces of mechanical systems\n";
  text += fmt::format(".SH SYNOPSIS\n{} {} [{}...]\n", bold(program.name), italic("command"),
                      italic("argument"));
  text += fmt::format(".SH DESCRIPTION\n{}\n.PP\n", sentence(program.description));
  text +=
      "A model file states coordinates, energies, forces and constraints as a textbook does; the\n"
      "commands integrate its motion, name every force of constraint, derive and explain its\n"
      "equations, check them, and draw.\n";
  text += ".SH COMMANDS\n";
  for (const CommandDescription& command : program.commands)
    text += fmt::format(".TP\n{}\n{}\nSee\n{}(1).\n", bold(command.name),
                        sentence(command.description), bold(program.name + "-" + command.name));
  text += ".SH OPTIONS\n" + option_items(program);
  text += "Without a command the help is printed, and the exit status is 2.\n";
  text += exit_status;
  text += environment;
  text += example_items(program);
  text += ".SH SEE ALSO\n";
  for (const CommandDescription& command : program.commands)
    text += bold(program.name + "-" + command.name) + "(1),\n";
  text += bold("mech") + "(5)\n";
  return text;
}

std::string command_page(const CommandDescription& program, const CommandDescription& command,
                         const Edition& edition) {
  const std::string name = program.name + "-" + command.name;
  std::string text = heading(name, edition);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.description));
  text += ".SH SYNOPSIS\n" + synopsis(program, command) + "\n";
  text += ".SH DESCRIPTION\n" + sentence(command.description) + "\n";
  text += argument_items(command);
  text += ".SH OPTIONS\n" + option_items(command);
  text += exit_status;
  text += environment;
  text += example_items(command);
  text += fmt::format(".SH SEE ALSO\n{}(1),\n{}(5)\n", bold(program.name), bold("mech"));
  return text;
}

}  // namespace alembert::app
