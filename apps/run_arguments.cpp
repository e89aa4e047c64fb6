#include "run_arguments.hpp"

#include <fmt/format.h>

#include <array>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/run_settings.hpp"
#include "motion/step_size.hpp"

namespace alembert::app {

namespace {

constexpr std::array methods{Method::dop853, Method::taylor, Method::gauss, Method::stiff};

std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  for (const Method method : methods) names.push_back(name_of(method));
  return names;
}

Method method_named(const std::string& name) {
  for (const Method method : methods)
    if (name_of(method) == name) return method;
  throw ModelError(fmt::format("there is no method '{}'", name),
                   "the methods are dop853, taylor, gauss and stiff");
}

void note_odd_values(const SimulateOptions& options, const RunSpan& span) {
  constexpr double coarsest = 0.01;  // of the sizes of the motion
  if (options.tolerance && *options.tolerance > 0 && *options.tolerance < smallest_tolerance)
    complain(fmt::format("note: --tolerance {:g} is finer than numbers are; {:.2g} is taken",
                         *options.tolerance, smallest_tolerance));
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
  command.add_option("--until", until, "end of the run")->default_str("what the model says");
}

void RunArguments::add_tolerance(CLI::App& command) {
  command
      .add_option("--tolerance", tolerance,
                  "error of a step, relative to the natural sizes of the motion")
      ->default_str("what the model says, else 1e-10");
}

void RunArguments::add_every(CLI::App& command) {
  command.add_option("--every", every, "output step")
      ->default_str("what the model says, else 1/1000 of the run");
}

void RunArguments::add_method(CLI::App& command) {
  CLI::Option* option = command.add_option("--method", method, "of integration");
  offer(*option, method_names());
  option->default_str("what the model says, else dop853");
}

SimulateOptions RunArguments::options(const Model& model) const {
  SimulateOptions options;
  options.until = until;
  options.tolerance = tolerance;
  options.every = every;
  if (!method.empty()) options.method = method_named(method);
  note_odd_values(options, span_of(model, options));
  return options;
}

}  // namespace alembert::app
