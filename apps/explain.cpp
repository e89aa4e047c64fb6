// alembert explain MODEL: one instant of the motion, explained with numbers.

#include <fmt/format.h>

#include "commands.hpp"
#include "instant_of_run.hpp"
#include "mechanics/model_error.hpp"
#include "model_arguments.hpp"
#include "output_file.hpp"
#include "picture_arguments.hpp"
#include "report/equilibrium_report.hpp"
#include "report/explanation_report.hpp"
#include "run_bar.hpp"

namespace alembert::app {

namespace {

struct ExplainArguments : ModelArguments {
  std::optional<double> at;
  bool equilibrium = false;
  bool routes = false;
  std::string format = "text";
  std::string output;
  bool draws() const { return format != "text" && format != "json"; }
};

Picture picture(const theory::Explanation& story, const std::string& title) {
  const theory::Figure figure = theory::figure(theory::scaled_picture(story.scene.equations));
  if (!figure.does_not_apply.empty())
    throw std::runtime_error("there is no picture of this state: " + figure.does_not_apply);
  return figure_picture(figure, fmt::format("{}, t = {:g}", title, story.scene.t));
}

void explain_model(const ExplainArguments& arguments) {
  const Model model = arguments.read();
  try_output(arguments.output);
  if (arguments.equilibrium) {
    if (arguments.draws())
      throw ModelError("there is no picture of an equilibrium", "use --format text or json");
    const theory::Equilibrium rest = theory::find_equilibrium(model, arguments.at.value_or(0));
    if (arguments.format == "json")
      deliver(equilibrium_json(rest, model.system), arguments.output);
    else
      deliver_report(equilibrium_text(rest, model.system), arguments.output);
    return;
  }
  const SimulateOptions run = run_to(model, arguments.at);
  const Motion motion = arguments.motion_of(model, run.progress ? run : with_bar(model, run));
  const double t = arguments.at.value_or(motion.start_time());
  check_reached(motion, t);
  const theory::Explanation story = theory::explain(motion, t);
  const std::string& title = model.system.title();
  if (arguments.format == "json")
    deliver(explanation_json(story, title), arguments.output);
  else if (arguments.draws())
    PictureArguments{.format = arguments.format, .output = arguments.output, .size = {}}.deliver(
        picture(story, title));
  else
    deliver_report(explanation_text(story, title) + (arguments.routes ? routes_text(story) : ""),
                   arguments.output);
}

}  // namespace

void add_explain(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* command = program.add_subcommand(
      "explain", "tell one instant: free acceleration, violations, shares, forces, freedoms");
  arguments->add_to(*command);
  command->add_option("--at", arguments->at, "the time")->default_str("the start");
  command->add_flag("--routes", arguments->routes,
                    "also the same acceleration by other methods, with their cost");
  command->add_flag("--equilibrium", arguments->equilibrium,
                    "a state of rest near the start, its forces, and whether it is stable");
  command
      ->add_option("--format", arguments->format,
                   "text, json, or the picture of the instant as svg, pdf or png")
      ->check(CLI::IsMember({"text", "json", "svg", "pdf", "png"}))
      ->capture_default_str();
  add_output(*command, arguments->output);
  command->footer(
      "alembert explain pendulum.mech --at 0.5\n"
      "alembert explain pendulum.mech --at 0.5 --format svg -o instant.svg");
  command->callback([arguments] { explain_model(*arguments); });
}

}  // namespace alembert::app
