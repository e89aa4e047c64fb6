// alembert draw MODEL: an instant of the motion as a picture.

#include <fmt/format.h>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "picture_arguments.hpp"
#include "report/stage_picture.hpp"
#include "stage_arguments.hpp"

namespace alembert::app {

namespace {

struct DrawArguments : StageArguments {
  PictureArguments picture;
  std::optional<double> at;
  int ghosts = 0;
};

// the motion as far as it is needed
SimulateOptions run_until(const Model& model, std::optional<double> t) {
  const double start = span_of(model).from;
  SimulateOptions options;
  if (t && *t < start)
    throw ModelError(fmt::format("--at {:g} is outside of the run", *t),
                     fmt::format("it begins at {:g}", start));
  if (t && *t > start) {
    options.until = t;
  } else {
    // the start alone: a model need not say how long to run for that
    options.until = start + 1;
    options.progress = [](double) { return false; };
  }
  return options;
}

void draw_model(const DrawArguments& arguments) {
  const std::optional<PaperSize> paper = arguments.picture.paper();
  arguments.picture.chosen_format();  // a wrong one is refused before the run
  Model model = arguments.read();
  const SimulateOptions run = run_until(model, arguments.at);
  const StagedMotion staged = arguments.stage(std::move(model), run);
  StageOptions options = staged.options;
  options.ghosts = arguments.ghosts;
  if (paper) {
    options.width = paper->width;
    options.height = paper->height;
  }

  const Motion& motion = staged.motion;
  const double t = arguments.at.value_or(motion.start_time());
  if (t > motion.end_time())
    throw std::runtime_error(
        fmt::format("the motion does not reach t = {:g}: {}", t, motion.outcome().words()));
  StageNumbers numbers(staged.staging, motion.equations());
  std::vector<StageInstant> instants;
  for (std::size_t i = 0; i < motion.size() && motion.row(i)[0] < t; ++i)
    instants.push_back({motion.row(i)[0], numbers.at(motion.row(i))});
  instants.push_back({t, numbers.at(motion.at(t).row())});
  const StageLayout layout = lay_out(staged.staging, instants, options);
  arguments.picture.deliver(draw_stage(staged.staging, instants, instants.size() - 1, options,
                                       layout, staged.model.system.title()));
}

}  // namespace

void add_draw(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<DrawArguments>();
  CLI::App* command = program.add_subcommand(
      "draw", "draw an instant of the motion, with its forces of constraint as arrows");
  arguments->add_to(*command);
  command->add_option("--at", arguments->at, "the time; without it, the start");
  command->add_option("--ghosts", arguments->ghosts, "also so many earlier instants, faintly")
      ->check(CLI::Range(0, 100));
  arguments->picture.add_to(*command);
  command->callback([arguments] { draw_model(*arguments); });
}

}  // namespace alembert::app
