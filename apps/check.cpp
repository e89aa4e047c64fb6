// alembert check MODEL...: every check block, with the figures; exit 0 only if all hold.

#include <fmt/format.h>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "model_arguments.hpp"
#include "motion/expectations.hpp"
#include "run_arguments.hpp"
#include "run_bar.hpp"

namespace alembert::app {

namespace {

struct CheckArguments : Settings {
  std::vector<std::string> paths;
  RunArguments run;
};

struct Tally {
  int held = 0, failed = 0;
};

void check_model(const std::string& path, const CheckArguments& arguments, Tally& tally) {
  deliver_report(path + "\n", "");
  try {
    const Model model = arguments.read(path);
    const SimulateOptions options = arguments.run.options(model);
    const Motion motion = arguments.motion_of(model, path, with_bar(model, options));
    std::string text;
    bool expects_outcome = false;
    for (const Expectation& e : model.checks)
      expects_outcome |= e.what == Expectation::What::outcome;
    for (const CheckResult& result : check_expectations(model, motion)) {
      ++(result.holds ? tally.held : tally.failed);
      text += fmt::format("  {}  {}  ({})\n", result.holds ? "holds" : "FAILS", result.text,
                          result.figure);
    }
    // a run that ends early is a failure unless the model says so
    if (!expects_outcome && !motion.outcome().complete()) {
      ++tally.failed;
      text += fmt::format("  FAILS  {}\n", motion.outcome().words());
    }
    deliver_report(text, "");
  } catch (const ModelError& error) {
    ++tally.failed;
    complain(error.what());
  }
}

}  // namespace

void add_check(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command =
      program.add_subcommand("check", "run models and test what their check blocks say");
  command->add_option("MODEL", arguments->paths, "model files (.mech)")
      ->type_name("FILE.mech")
      ->required();
  arguments->add_to(*command);
  arguments->run.add_tolerance(*command);
  arguments->run.add_method(*command);
  command->footer(
      "alembert check pendulum.mech\n"
      "alembert check pendulum.mech --method taylor --tolerance 1e-14");
  command->callback([arguments, &exit] {
    Tally tally;
    for (const std::string& path : arguments->paths) check_model(path, *arguments, tally);
    deliver_report(fmt::format("{} held, {} failed\n", tally.held, tally.failed), "");
    if (tally.failed > 0) exit.status = Exit::failed_later;
  });
}

}  // namespace alembert::app
