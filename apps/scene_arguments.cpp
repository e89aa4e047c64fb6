#include "scene_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/unique_reactions.hpp"
#include "picture_arguments.hpp"
#include "run_bar.hpp"
#include "text/suggest.hpp"

namespace alembert::app {

namespace {

View parse_view(const std::string& text) {
  View view;
  if (text.empty()) return view;
  const std::size_t comma = text.find(',');
  const auto degrees = [&](std::string_view part, double& value) {
    const auto [end, error] = std::from_chars(part.begin(), part.end(), value);
    return error == std::errc() && end == part.end() && std::abs(value) <= 360;
  };
  if (comma == std::string::npos ||
      !degrees(std::string_view(text).substr(0, comma), view.azimuth) ||
      !degrees(std::string_view(text).substr(comma + 1), view.elevation))
    throw ModelError(fmt::format("--view {}: two angles in degrees are needed", text),
                     "write --view azimuth,elevation, as --view -60,20");
  return view;
}

// constraints, and joints whether they carry a body or close a loop
std::vector<std::string> chosen_constraints(const std::string& reactions, const System& system) {
  std::vector<std::string_view> all;
  for (const Constraint& constraint : system.constraints()) all.push_back(constraint.name);
  for (const JointRecord& joint : system.joints())
    if (std::ranges::find(all, joint.name) == all.end()) all.push_back(joint.name);
  if (reactions == "all") return {all.begin(), all.end()};
  std::vector<std::string> names = split_names(reactions, ',');
  const std::string_view kind = system.joints().empty() ? "constraint" : "constraint or joint";
  for (const std::string& name : names)
    if (std::ranges::find(all, name) == all.end()) {
      std::string hint = did_you_mean(name, all);
      if (hint.empty()) hint = fmt::format("the {}s are {}", kind, fmt::join(all, ", "));
      throw ModelError(fmt::format("there is no {} '{}'", kind, name), hint);
    }
  return names;
}

}  // namespace

void SceneArguments::add_to(CLI::App& command) {
  ModelArguments::add_to(command);
  command
      .add_option("--reactions", reactions,
                  "draw the forces of these constraints and joints: all, or names with commas")
      ->type_name("NAMES")
      ->default_str("none");
  command
      .add_option("--view", view,
                  "from where a picture in space is looked at, in degrees: azimuth,elevation")
      ->type_name("DEGREES")
      ->default_str(fmt::format("{:g},{:g}", View().azimuth, View().elevation));
}

MotionScene SceneArguments::scene(Model model, const SimulateOptions& run) const {
  SceneOptions options;
  options.view = parse_view(view);
  options.reactions = chosen_constraints(reactions, model.system);
  // what can be drawn is known before the run
  const ScenePlan plan = plan_scene(model, derive(model.system));
  if (plan.shapes.empty())
    throw ModelError(plan.notes.front(), "say in a draw block what should be seen");
  for (const std::string& note : plan.notes)
    if (std::ranges::any_of(options.reactions, [&](const std::string& name) {
          return note.find("`" + name + "`") != std::string::npos;
        }))
      complain("note: " + note);
  Motion motion = motion_of(model, run.progress ? run : with_bar(model, run));
  if (!options.reactions.empty())
    options.shared = joints_with_shared_reactions(motion, motion.end_time());
  return {std::move(model), std::move(motion), plan, options};
}

}  // namespace alembert::app
