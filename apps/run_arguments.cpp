#include "run_arguments.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "integrate/step_size.hpp"
#include "mechanics/model_error.hpp"
#include "motion/run_settings.hpp"

namespace alembert::app {

namespace {

void note_odd_values(const SimulateOptions& options, const RunSpan& span) {
  constexpr double coarsest = 0.01;  // of the sizes of the motion
  if (options.tolerance && *options.tolerance > 0 &&
      *options.tolerance < integrate::smallest_tolerance)
    complain(fmt::format("note: --tolerance {:g} is finer than numbers are; {:.2g} is taken",
                         *options.tolerance, integrate::smallest_tolerance));
  if (options.tolerance && *options.tolerance > coarsest && *options.tolerance < 1)
    complain(fmt::format("note: --tolerance {:g} allows each step an error of {:g} % of the motion",
                         *options.tolerance, 100 * *options.tolerance));
  if (options.every && *options.every > span.until - span.from && span.until > span.from)
    complain(
        fmt::format("note: --every {:g} is longer than the run, which goes from {:g} to {:g}: "
                    "its start and its end are all that is written",
                    *options.every, span.from, span.until));
}

}  // namespace

void RunArguments::add_until(CLI::App& command) {
  command.add_option("--until", said.until, "end of the run")->default_str("what the model says");
}

void RunArguments::add_tolerance(CLI::App& command) {
  command
      .add_option("--tolerance", said.tolerance,
                  "error of a step, relative to the natural sizes of the motion")
      ->default_str("what the model says, else 1e-10");
}

void RunArguments::add_every(CLI::App& command) {
  command.add_option("--every", said.every, "output step")
      ->default_str("what the model says, else 1/1000 of the run");
}

void RunArguments::add_method(CLI::App& command) {
  CLI::Option* option = command.add_option_function<std::string>(
      "--method", [this](const std::string& word) { said.method = choice_named<Method>(word); },
      "integration method");
  offer(*option, choice_words<Method>());
  option->default_str("what the model says, else dop853");
}

void RunArguments::add_max_steps(CLI::App& command) {
  command.add_option("--max-steps", said.max_steps, "give a run up that takes more steps")
      ->type_name("NUMBER")
      ->default_str("no limit");
}

void RunArguments::add_max_seconds(CLI::App& command) {
  command.add_option("--max-seconds", said.max_seconds, "give a run up that takes longer")
      ->type_name("SECONDS")
      ->default_str("no limit");
}

const SimulateOptions& RunArguments::options(const Model& model) const {
  note_odd_values(said, span_of(model, said));
  return said;
}

}  // namespace alembert::app
