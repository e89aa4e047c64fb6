#include "command_line.hpp"

#include <fmt/format.h>

#include "version.hpp"

namespace alembert::app {

namespace {

// `--out "$FOLDER"` of a shell that knows no FOLDER must not be taken for no --out at all
std::string refuse_empty(const std::string& value) {
  return value.empty() ? "a value is missing" : "";
}

// the reader of numbers would take 0x10 for 16
std::string refuse_hexadecimal(const std::string& value) {
  const bool is_hexadecimal = value.find_first_of("xX") != std::string::npos;
  return is_hexadecimal ? fmt::format("'{}' is not a decimal number", value) : "";
}

void refuse_bad_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() == 0) continue;
    const std::string type = option->get_type_name();
    const bool is_number =
        type.starts_with("FLOAT") || type.starts_with("INT") || type.starts_with("UINT");
    option->check(CLI::Validator(refuse_empty, "", ""));
    if (is_number) option->check(CLI::Validator(refuse_hexadecimal, "", ""));
  }
}

}  // namespace

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
  for (CLI::App* command : program->get_subcommands({})) refuse_bad_values(*command);
  return program;
}

}  // namespace alembert::app
