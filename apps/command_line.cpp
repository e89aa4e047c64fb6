#include "command_line.hpp"

#include "version.hpp"

namespace alembert::app {

std::unique_ptr<CLI::App> command_line(Exit& exit) {
  auto program = std::make_unique<CLI::App>(
      "Write a Lagrangian and its constraints; get the motion and the forces.", "alembert");
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
  return program;
}

}  // namespace alembert::app
