// alembert equations MODEL: what a mechanician wants to read of a system.

#include <chrono>

#include "commands.hpp"
#include "model_arguments.hpp"
#include "output_file.hpp"
#include "report/equations_report.hpp"

namespace alembert::app {

namespace {

struct EquationsArguments : ModelArguments {
  std::string format = "text";
  std::string output;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_equations(const EquationsArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const Model model = arguments.read();
  try_output(arguments.output);
  DerivationTime time;
  time.read = seconds_since(start);
  const auto read = std::chrono::steady_clock::now();
  const Equations equations = derive(model.system);
  time.derive = seconds_since(read);
  if (arguments.format == "latex")
    deliver(equations_latex(equations), arguments.output);
  else if (arguments.format == "json")
    deliver(equations_json(equations, time), arguments.output);
  else
    deliver_report(equations_text(equations, time), arguments.output);
}

}  // namespace

void add_equations(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<EquationsArguments>();
  CLI::App* command =
      program.add_subcommand("equations", "derive and print the equations of motion");
  arguments->add_to(*command);
  command->add_option("--format", arguments->format, "text, latex or json")
      ->check(CLI::IsMember({"text", "latex", "json"}))
      ->capture_default_str();
  add_output(*command, arguments->output);
  command->footer(
      "alembert equations pendulum.mech\n"
      "alembert equations pendulum.mech --format latex -o pendulum.tex");
  command->callback([arguments] { print_equations(*arguments); });
}

}  // namespace alembert::app
