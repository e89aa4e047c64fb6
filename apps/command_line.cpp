#include "command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "colour.hpp"
#include "description.hpp"
#include "help_page.hpp"
#include "terminal.hpp"
#include "version.hpp"

namespace alembert::app {

namespace {

// CLI11 asks for the page of the command that it met
std::string page_of(const CLI::App* command, std::string, CLI::AppFormatMode) {
  constexpr int widest = 100;  // longer lines are hard to read
  const std::string calls =
      command->get_parent() == nullptr ? "alembert" : "alembert " + command->get_name();
  const std::string page =
      help_page(describe(*command), calls, std::min(widest, columns_of_terminal(STDOUT_FILENO)));
  return is_coloured(STDOUT_FILENO) ? coloured_report(page) : page;
}

void add_colour(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--color", choose_colour,
          "colours of what is printed; the variable NO_COLOR, where it "
          "is set, forbids them on terminals")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->default_str("auto: on terminals");
}

}  // namespace

std::unique_ptr<CLI::App> command_line(Exit& exit) {
  auto program = std::make_unique<CLI::App>(
      "Write a Lagrangian and its constraints; get the motion and the forces.", "alembert");
  program->formatter_fn(page_of);
  program->set_version_flag("--version", std::string(version), "print the version and leave");
  program->set_help_flag("-h,--help", "print this help and leave");
  program->require_subcommand(1);
  add_run(*program, exit);
  add_equations(*program, exit);
  add_check(*program, exit);
  add_explain(*program, exit);
  add_verify(*program, exit);
  add_plot(*program, exit);
  add_draw(*program, exit);
  add_animate(*program, exit);
  add_sweep(*program, exit);
  add_studio(*program, exit);
  add_help(*program, exit);
  program->footer(
      "alembert run pendulum.mech\n"
      "alembert help run");
  add_colour(*program);
  for (CLI::App* command : program->get_subcommands({})) add_colour(*command);
  return program;
}

}  // namespace alembert::app
