// alembert equations MODEL: what a mechanician wants to read of a system.

#include <chrono>

#include "commands.hpp"
#include "report/equations_report.hpp"
#include "text/read.hpp"

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
  const Model model = read_model(arguments.path, {.set = parse_settings(arguments.set)});
  DerivationTime time;
  time.read = seconds_since(start);
  const auto read = std::chrono::steady_clock::now();
  const Equations equations = derive(model.system);
  time.derive = seconds_since(read);
  deliver(arguments.format == "latex"  ? equations_latex(equations)
          : arguments.format == "json" ? equations_json(equations, time)
                                       : equations_text(equations, time),
          arguments.output);
}

}  // namespace

void add_equations(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<EquationsArguments>();
  CLI::App* command =
      program.add_subcommand("equations", "derive and print the equations of motion");
  arguments->add_to(*command);
  command->add_option("--format", arguments->format, "text, latex or json")
      ->check(CLI::IsMember({"text", "latex", "json"}));
  command->add_option("-o,--output", arguments->output, "write to this file")->type_name("FILE");
  command->callback([arguments] { print_equations(*arguments); });
}

}  // namespace alembert::app
