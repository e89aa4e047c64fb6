// alembert verify MODEL: the principles and identities of the theory along the motion.

#include <fmt/format.h>

#include "commands.hpp"
#include "motion/simulate.hpp"
#include "report/verification_report.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct VerifyArguments : ModelArguments {
  std::optional<double> until;
  int instants = 20;
  std::string format = "text";
  std::string output;
};

int verify_model(const VerifyArguments& arguments) {
  const Model model = read_model(arguments.path, {.set = parse_settings(arguments.set)});
  SimulateOptions options;
  options.until = arguments.until;
  const Motion motion = simulate(model, options);
  const theory::Verification verification =
      theory::verify(motion, {.instants = arguments.instants});
  const std::string& title = model.system.title();
  deliver(arguments.format == "json" ? verification_json(verification, title)
                                     : verification_text(verification, title),
          arguments.output);
  return verification.failed() == 0 ? Exit::done : Exit::failed_later;
}

}  // namespace

void add_verify(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = program.add_subcommand(
      "verify", "check every principle and identity along the motion, by independent routes");
  arguments->add_to(*command);
  command->add_option("--until", arguments->until, "end of the run");
  command->add_option("--instants", arguments->instants, "at how many instants")
      ->check(CLI::Range(2, 100000));
  command->add_option("--format", arguments->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_option("-o,--output", arguments->output, "write to this file")->type_name("FILE");
  command->callback([arguments, &exit] { exit.status = verify_model(*arguments); });
}

}  // namespace alembert::app
