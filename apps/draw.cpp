// alembert draw MODEL: an instant of the motion as a picture.

#include "commands.hpp"
#include "draw/scene_picture.hpp"
#include "instant_of_run.hpp"
#include "output_file.hpp"
#include "picture_arguments.hpp"
#include "scene_arguments.hpp"

namespace alembert::app {

namespace {

struct DrawArguments : SceneArguments {
  PictureArguments picture;
  std::optional<double> at;
  int ghosts = 0;
};

void draw_model(const DrawArguments& arguments) {
  const std::optional<PaperSize> paper = arguments.picture.paper();
  arguments.picture.chosen_format();  // a wrong one is refused before the run
  Model model = arguments.read();
  try_output(arguments.picture.output);
  const SimulateOptions run = run_to(model, arguments.at);
  const MotionScene scene = arguments.scene(std::move(model), run);
  SceneOptions options = scene.options;
  options.ghosts = arguments.ghosts;
  if (paper) {
    options.width = paper->width;
    options.height = paper->height;
  }

  const Motion& motion = scene.motion;
  const double t = arguments.at.value_or(motion.start_time());
  check_reached(motion, t);
  SceneNumbers numbers(scene.plan, motion.equations());
  std::vector<SceneInstant> instants;
  for (std::size_t i = 0; i < motion.size() && motion.row(i)[0] < t; ++i)
    instants.push_back({motion.row(i)[0], numbers.at(motion.row(i))});
  instants.push_back({t, numbers.at(motion.at(t).row())});
  const SceneLayout layout = lay_out(scene.plan, instants, options);
  arguments.picture.deliver(draw_scene(scene.plan, instants, instants.size() - 1, options, layout,
                                       scene.model.system.title()));
}

}  // namespace

void add_draw(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<DrawArguments>();
  CLI::App* command = program.add_subcommand(
      "draw", "draw an instant of the motion, with its forces of constraint as arrows");
  arguments->add_to(*command);
  command->add_option("--at", arguments->at, "the time")->default_str("the start");
  command->add_option("--ghosts", arguments->ghosts, "also so many earlier instants, faintly")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  arguments->picture.add_to(*command);
  command->footer(
      "alembert draw pendulum.mech --at 1 --reactions all -o instant.svg\n"
      "alembert draw pendulum.mech --at 2 --ghosts 5 --size 80x80 -o swing.pdf");
  command->callback([arguments] { draw_model(*arguments); });
}

}  // namespace alembert::app
