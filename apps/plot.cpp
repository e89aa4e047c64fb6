// alembert plot DIR|MODEL: curves of a motion for a paper.

#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "picture_arguments.hpp"
#include "report/motion_table.hpp"
#include "report/plot.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

struct PlotArguments : ModelArguments {
  PictureArguments picture;
  std::string what;
  std::string against = "t";
  std::optional<double> from, to;
  bool logarithmic = false;
};

MotionTable table_for(const PlotArguments& arguments) {
  if (std::filesystem::is_directory(arguments.path)) {
    if (!arguments.set.empty())
      throw ModelError("--set needs a model, and this is the folder of a finished run");
    return read_table(arguments.path);
  }
  const Model model = read_model(arguments.path, {.set = parse_settings(arguments.set)});
  return table_of(simulate(model));
}

// the rows between --from and --to
std::vector<std::size_t> rows_of(const PlotArguments& arguments, const std::vector<double>& t) {
  for (const auto& [option, time] : {std::pair{"--from", arguments.from}, {"--to", arguments.to}})
    if (time && (*time < t.front() || *time > t.back()))
      throw ModelError(fmt::format("{} {:g} is outside of the run", option, *time),
                       fmt::format("it goes from {:g} to {:g}", t.front(), t.back()));
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i] >= arguments.from.value_or(t.front()) && t[i] <= arguments.to.value_or(t.back()))
      rows.push_back(i);
  if (rows.size() < 2)
    throw ModelError("there are fewer than two rows between --from and --to",
                     "choose a longer stretch, or run with a smaller output step");
  return rows;
}

// as many as have a line style of their own
std::vector<std::string> first_coordinates(const MotionTable& table) {
  constexpr std::size_t most = 7;
  std::vector<std::string> names = table.coordinates;
  if (names.size() > most) {
    complain(fmt::format("note: these are {} of {} coordinates; choose others with --what", most,
                         names.size()));
    names.resize(most);
  }
  return names;
}

void plot_motion(const PlotArguments& arguments) {
  const std::optional<PaperSize> paper = arguments.picture.paper();
  arguments.picture.chosen_format();  // a wrong one is refused before the run
  const MotionTable table = table_for(arguments);
  const std::vector<std::size_t> rows = rows_of(arguments, table.columns.front());
  const auto values = [&](std::size_t column) {
    std::vector<double> chosen;
    for (const std::size_t row : rows) chosen.push_back(table.columns[column][row]);
    return chosen;
  };

  Plot plot{.title = table.title, .axis_name = arguments.against, .axis = {}, .panels = {}};
  const std::size_t axis = table.find(arguments.against);
  plot.axis = values(axis);
  plot.axis_unit = table.units[axis];
  plot.logarithmic = arguments.logarithmic;
  std::vector<std::vector<std::string>> panels;
  for (const std::string& panel : split_names(arguments.what, ';'))
    panels.push_back(split_names(panel, ','));
  if (panels.empty()) panels.push_back(first_coordinates(table));
  for (const std::vector<std::string>& names : panels) {
    if (names.empty()) throw ModelError("a panel of --what has no names", "write --what \"x1,y1\"");
    plot.panels.emplace_back();
    for (const std::string& name : names) {
      const std::size_t column = table.find(name);
      plot.panels.back().push_back({name, values(column), table.units[column]});
    }
  }
  plot.width = paper ? paper->width : 120;
  plot.height = paper ? paper->height : 25 + 55 * static_cast<double>(plot.panels.size());
  arguments.picture.deliver(draw_plot(plot));
}

}  // namespace

void add_plot(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<PlotArguments>();
  CLI::App* command =
      program.add_subcommand("plot", "draw columns of a motion as curves, for a paper");
  arguments->add_to(*command);
  command->get_option("MODEL")->description(
      "the model file (.mech), or the folder of an earlier run --out");
  command->add_option("--what", arguments->what,
                      "the columns, as \"x1,y1; energy\": a comma between curves, a semicolon "
                      "between panels; without it, the coordinates");
  command->add_option("--against", arguments->against,
                      "the column of the common axis, t by default");
  command->add_option("--from", arguments->from, "from this time on");
  command->add_option("--to", arguments->to, "up to this time");
  command->add_flag("--log", arguments->logarithmic, "a logarithmic axis of values");
  arguments->picture.add_to(*command);
  command->callback([arguments] { plot_motion(*arguments); });
}

}  // namespace alembert::app
