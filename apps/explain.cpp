// alembert explain MODEL: one instant of the motion, told as a story with numbers.

#include <fmt/format.h>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "report/equilibrium_report.hpp"
#include "report/explanation_report.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct ExplainArguments : ModelArguments {
  std::optional<double> at;
  bool equilibrium = false;
  bool routes = false;
  std::string format = "text";
  std::string output;
};

// the motion as far as it is needed
Motion motion_until(const Model& model, std::optional<double> t) {
  SimulateOptions options;
  if (t) {
    options.until = t;
  } else {
    // the start alone: a model need not say how long to run for that
    if (!model.run || model.run->until == no_node) options.until = 1;
    options.progress = [](double) { return false; };
  }
  return simulate(model, options);
}

std::string picture(const theory::Explanation& story, const std::string& title) {
  const theory::Figure figure = theory::figure(theory::scaled_picture(story.scene.equations));
  if (!figure.does_not_apply.empty())
    throw std::runtime_error("there is no picture of this state: " + figure.does_not_apply);
  return figure_svg(figure, fmt::format("{}, t = {:g}", title, story.scene.t));
}

void explain_model(const ExplainArguments& arguments) {
  const Model model = read_model(arguments.path, {.set = parse_settings(arguments.set)});
  if (arguments.equilibrium) {
    if (arguments.format == "svg")
      throw ModelError("there is no picture of an equilibrium", "use --format text or json");
    const theory::Equilibrium rest = theory::find_equilibrium(model, arguments.at.value_or(0));
    deliver(arguments.format == "json" ? equilibrium_json(rest, model.system)
                                       : equilibrium_text(rest, model.system),
            arguments.output);
    return;
  }
  const Motion motion = motion_until(model, arguments.at);
  const double t = arguments.at.value_or(motion.start_time());
  if (t > motion.end_time())
    throw std::runtime_error(
        fmt::format("the motion does not reach t = {:g}: {}", t, motion.outcome().words()));
  const theory::Explanation story = theory::explain(motion, t);
  const std::string& title = model.system.title();
  deliver(arguments.format == "json" ? explanation_json(story, title)
          : arguments.format == "svg"
              ? picture(story, title)
              : explanation_text(story, title) + (arguments.routes ? routes_text(story) : ""),
          arguments.output);
}

}  // namespace

void add_explain(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* command = program.add_subcommand(
      "explain", "tell one instant: free acceleration, violations, shares, forces, freedoms");
  arguments->add_to(*command);
  command->add_option("--at", arguments->at, "the time; without it, the start");
  command->add_flag("--routes", arguments->routes,
                    "also the same acceleration by other methods, with their cost");
  command->add_flag("--equilibrium", arguments->equilibrium,
                    "a state of rest near the start, its forces, and whether it is stable");
  command
      ->add_option("--format", arguments->format,
                   "text, json, or svg for the picture of the instant")
      ->check(CLI::IsMember({"text", "json", "svg"}));
  command->add_option("-o,--output", arguments->output, "write to this file")->type_name("FILE");
  command->callback([arguments] { explain_model(*arguments); });
}

}  // namespace alembert::app
