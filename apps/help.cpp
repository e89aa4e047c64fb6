// alembert help [COMMAND]: what --help prints.

#include "commands.hpp"

namespace alembert::app {

void add_help(CLI::App& program, Exit&) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("help", "print the help of the program or of a command");
  std::vector<std::string_view> names;
  for (const CLI::App* other : program.get_subcommands({})) names.push_back(other->get_name());
  offer(*command->add_option("COMMAND", *name, "the command"), names);
  command->footer(
      "alembert help\n"
      "alembert help plot");
  command->callback([&program, name] {
    deliver(name->empty() ? program.help() : program.get_subcommand(*name)->help(), "");
  });
}

}  // namespace alembert::app
