// alembert run MODEL: the motion, every force of constraint by name, and the audit.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "interrupt.hpp"
#include "mechanics/model_error.hpp"
#include "model_arguments.hpp"
#include "output_folder.hpp"
#include "report/audit.hpp"
#include "report/certificate_report.hpp"
#include "report/found_start.hpp"
#include "report/motion_report.hpp"
#include "run_arguments.hpp"
#include "run_bar.hpp"
#include "terminal.hpp"

namespace alembert::app {

namespace {

struct RunCommand : ModelArguments {
  RunArguments run;
  std::string folder;
  std::string format = "text";
  bool json = false;
  bool check = false;
  bool certify = false;
};

std::optional<OutputFolder> folder_of(const RunCommand& command) {
  const bool hdf5 = command.format == "hdf5";
  if (command.folder.empty() && hdf5)
    throw ModelError("--format hdf5 writes a file, and nothing says where",
                     "add --out FOLDER, which gets motion.h5");
  if (command.folder.empty()) return {};
  return OutputFolder(command.folder, hdf5 ? OutputFolder::Table::hdf5 : OutputFolder::Table::csv);
}

int run_model(const RunCommand& command) {
  const Model model = command.read();
  SimulateOptions options = command.run.options(model);
  const std::optional<OutputFolder> folder = folder_of(command);
  // before the first instant there is nothing to keep
  std::optional<EndsWhenAsked> keeps_what_there_is;
  options.output = [&](std::span<const double>) {
    if (!keeps_what_there_is) keeps_what_there_is.emplace();
  };
  const Motion motion = command.motion_of(model, with_bar(model, options));
  const std::vector<CheckResult> checks = check_expectations(model, motion);
  std::optional<Certificate> certificate;
  if (command.certify && motion.outcome().fate != Fate::interrupted)
    certificate = certify(motion, model, with_bar(model, options));

  const Audit audit = audit_of(motion);
  bool fails = !motion.outcome().complete() || !audit.holds() ||
               (command.check && !std::ranges::all_of(checks, &CheckResult::holds));
  const bool json = command.json || command.format == "json";
  const FoundStart found = found_start(motion, model);
  if (folder) {
    // the result is printed even if the files cannot be written
    try {
      folder->write({model, motion, checks, certificate},
                    std::filesystem::path(command.path).filename().string());
    } catch (const std::exception& error) {
      complain(fmt::format("error: {}", error.what()));
      fails = true;
    }
  }
  if (json)
    deliver(motion_json(motion, checks, certificate, found), "");
  else
    deliver_report(motion_text(motion, checks, columns_of_terminal(STDOUT_FILENO)) +
                       found_start_text(found) +
                       (certificate ? certificate_text(*certificate) : ""),
                   "");
  if (json && (!motion.outcome().complete() || !audit.holds()))
    complain(ending_in_words(motion, audit));
  return fails ? Exit::failed_later : Exit::done;
}

}  // namespace

void add_run(CLI::App& program, Exit& exit) {
  const auto arguments = std::make_shared<RunCommand>();
  CLI::App* command =
      program.add_subcommand("run", "integrate the motion and report every force of constraint");
  arguments->add_to(*command);
  command
      ->add_option("--out", arguments->folder,
                   "write motion.csv, summary.json and report.html to this folder, and "
                   "impacts.csv where there are contacts")
      ->type_name("FOLDER")
      ->default_str("nothing is written");
  command
      ->add_option("--format", arguments->format,
                   "what is printed: text or json; hdf5 prints text and writes motion.h5 to --out")
      ->check(CLI::IsMember({"text", "json", "hdf5"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "the same as --format json");
  command->add_flag("--check", arguments->check,
                    "exit with 1 also where the check block of the model does not hold");
  arguments->run.add_until(*command);
  arguments->run.add_tolerance(*command);
  arguments->run.add_every(*command);
  command->add_flag("--certify", arguments->certify,
                    "run again at a hundredth of the tolerance and say which digits agree");
  arguments->run.add_method(*command);
  arguments->run.add_max_steps(*command);
  arguments->run.add_max_seconds(*command);
  command->footer(
      "alembert run pendulum.mech --set l=2 x=-2 --until 5\n"
      "alembert run pendulum.mech --tolerance 1e-12 --out results");
  command->callback([arguments, &exit] { exit.status = run_model(*arguments); });
}

}  // namespace alembert::app
