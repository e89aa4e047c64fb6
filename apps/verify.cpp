// alembert verify MODEL: the principles and identities of the theory along the motion.

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "commands.hpp"
#include "model_arguments.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "report/verification_report.hpp"
#include "run_arguments.hpp"
#include "run_bar.hpp"

namespace alembert::app {

namespace {

struct VerifyArguments : ModelArguments {
  RunArguments run;
  int instants = 20;
  std::string format = "text";
  std::string output;
};

/// The bar of a verification, one instant of which may take minutes.
class VerificationBar {
 public:
  explicit VerificationBar(std::size_t instants) : instants_(instants) {}

  void show(std::size_t done) {
    const std::lock_guard lock(mutex_);
    done_ = done;
    bar_.show_count(done_, instants_);
  }

 private:
  // the time that passes is shown too
  void show_again(const std::stop_token& ends) {
    std::unique_lock lock(mutex_);
    while (!woken_.wait_for(lock, ends, std::chrono::milliseconds(250), [] { return false; }) &&
           !ends.stop_requested())
      bar_.show_count(done_, instants_);
  }

  ProgressBar bar_{"instants"};
  const std::size_t instants_;
  std::size_t done_ = 0;
  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread clock_{[this](const std::stop_token& ends) { show_again(ends); }};
};

int verify_model(const VerifyArguments& arguments) {
  const Model model = arguments.read();
  try_output(arguments.output);
  const SimulateOptions options = arguments.run.options(model);
  const Motion motion = arguments.motion_of(model, with_bar(model, options));
  const theory::Verification verification = [&] {
    VerificationBar bar(static_cast<std::size_t>(arguments.instants));
    return theory::verify(motion,
                          {.instants = arguments.instants,
                           .progress = [&](std::size_t done, std::size_t) { bar.show(done); }});
  }();
  if (!motion.outcome().complete())
    complain(fmt::format("note: the motion ended early: {}", motion.outcome().words()));
  const std::string& title = model.system.title();
  if (arguments.format == "json")
    deliver(verification_json(verification, title), arguments.output);
  else
    deliver_report(verification_text(verification, title), arguments.output);
  return verification.failed() == 0 ? Exit::done : Exit::failed_later;
}

}  // namespace

void add_verify(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = program.add_subcommand(
      "verify", "check every principle and identity along the motion, by independent routes");
  arguments->add_to(*command);
  arguments->run.add_until(*command);
  command->add_option("--instants", arguments->instants, "at how many instants")
      ->check(CLI::Range(2, 100000))
      ->capture_default_str();
  command->add_option("--format", arguments->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_output(*command, arguments->output);
  command->footer(
      "alembert verify pendulum.mech\n"
      "alembert verify pendulum.mech --until 2 --instants 50 --format json -o verdicts.json");
  command->callback([arguments, &exit] { exit.status = verify_model(*arguments); });
}

}  // namespace alembert::app
