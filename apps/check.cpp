// alembert check MODEL...: every check block, with the figures; exit 0 only if all hold.

#include <fmt/format.h>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/expectations.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct Tally {
  int held = 0, failed = 0;
};

void check_model(const std::string& path, Tally& tally) {
  fmt::print("{}\n", path);
  try {
    const Model model = read_model(path);
    const Motion motion = simulate(model);
    bool expects_outcome = false;
    for (const Expectation& e : model.checks)
      expects_outcome |= e.what == Expectation::What::outcome;
    for (const CheckResult& result : check_expectations(model, motion)) {
      ++(result.holds ? tally.held : tally.failed);
      fmt::print("  {}  {}  ({})\n", result.holds ? "holds" : "FAILS", result.text, result.figure);
    }
    // a run that ends early is a failure unless the model says so
    if (!expects_outcome && !motion.outcome().complete()) {
      ++tally.failed;
      fmt::print("  FAILS  {}\n", motion.outcome().words());
    }
  } catch (const ModelError& error) {
    ++tally.failed;
    complain(error.what());
  }
  std::fflush(stdout);
}

}  // namespace

void add_check(CLI::App& program, Exit& exit) {
  const auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      program.add_subcommand("check", "run models and test what their check blocks say");
  command->add_option("MODEL", *paths, "model files (.mech)")->type_name("FILE.mech")->required();
  command->callback([paths, &exit] {
    Tally tally;
    for (const std::string& path : *paths) check_model(path, tally);
    fmt::print("{} held, {} failed\n", tally.held, tally.failed);
    if (tally.failed > 0) exit.status = Exit::failed_later;
  });
}

}  // namespace alembert::app
