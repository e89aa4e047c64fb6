// alembert plot DIR|MODEL: curves of a motion for a paper.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "draw/plot.hpp"
#include "mechanics/model_error.hpp"
#include "model_arguments.hpp"
#include "motion/motion_columns.hpp"
#include "motion/simulate.hpp"
#include "output_file.hpp"
#include "picture_arguments.hpp"
#include "report/motion_table.hpp"
#include "run_bar.hpp"
#include "text/suggest.hpp"

namespace alembert::app {

namespace {

struct PlotArguments : ModelArguments {
  PictureArguments picture;
  std::string what;
  std::string against = "t";
  std::optional<double> from, to;
  bool logarithmic = false;
};

// the curves of each panel
using Panels = std::vector<std::vector<std::string>>;

Panels panels_of(const std::string& what) {
  Panels panels;
  for (const std::string& panel : split_names(what, ';')) {
    panels.push_back(split_names(panel, ','));
    if (panels.back().empty())
      throw ModelError("a panel of --what has no names", "write --what \"x1,y1\"");
  }
  return panels;
}

std::string watch_name(std::size_t index) { return fmt::format("plot_shows_{}", index); }

// the model with these watches; a name that it does not know may be meant for a column of its
// motion
Model read_watching(const PlotArguments& arguments, const std::string& text,
                    const std::vector<AddedLine>& watches, const MotionColumns& layout) {
  try {
    return read_with_lines(text, arguments.path, watches,
                           {.set = arguments.numbers(text, arguments.path)});
  } catch (const ModelError& error) {
    const Place& place = error.place();
    if (!place.file.starts_with("--")) throw;
    const std::string word = place.text.substr(place.column - 1, place.length);
    const std::string hint = did_you_mean(word, {layout.names().begin(), layout.names().end()});
    throw ModelError(place, error.message(), hint.empty() ? error.hint() : hint);
  }
}

// "x y" is a list of columns whose commas were left out
void refuse_lists_without_commas(const std::vector<std::string>& curves,
                                 const std::vector<std::string>& columns) {
  for (const std::string& curve : curves) {
    const std::vector<std::string> words = split_names(curve, ' ');
    const bool is_list = words.size() > 1 && std::ranges::all_of(words, [&](const auto& word) {
                           return std::ranges::find(columns, word) != columns.end();
                         });
    if (is_list && std::ranges::find(columns, curve) == columns.end())
      throw ModelError(fmt::format("'{}' is a list without commas", curve),
                       fmt::format("write \"{}\"; a semicolon in place of a comma begins a panel",
                                   fmt::join(words, ", ")));
  }
}

// a formula becomes a watch, and the name of its column
MotionTable table_with(const PlotArguments& arguments, const std::vector<std::string>& curves) {
  const Model plain = arguments.read();
  const MotionColumns layout(derive(plain.system));
  refuse_lists_without_commas(curves, layout.names());
  std::vector<AddedLine> watches;
  for (const std::string& curve : curves)
    if (!layout.find(curve))
      watches.push_back({.before = fmt::format("watch {} = ", watch_name(watches.size())),
                         .formula = curve,
                         .origin = curve == arguments.against ? "--against" : "--what"});
  const Model model =
      watches.empty() ? plain : read_watching(arguments, plain.text, watches, layout);
  MotionTable table = table_of(arguments.motion_of(model, with_bar(model, {})));
  for (std::size_t i = 0; i < watches.size(); ++i)
    table.names[table.find(watch_name(i))] = watches[i].formula;
  return table;
}

// the model of a finished run is not known
void refuse_formulas(const MotionTable& table, const std::vector<std::string>& curves) {
  for (const std::string& curve : curves)
    if (curve.find_first_of("+*/^") != std::string::npos &&
        std::ranges::find(table.names, curve) == table.names.end())
      throw ModelError(fmt::format("a folder has columns alone, and '{}' is a formula", curve),
                       "give the model file in place of the folder");
}

MotionTable table_for(const PlotArguments& arguments, const Panels& panels) {
  std::vector<std::string> curves{arguments.against};
  for (const std::vector<std::string>& panel : panels)
    curves.insert(curves.end(), panel.begin(), panel.end());
  if (std::filesystem::is_directory(arguments.path)) {
    if (!arguments.set.empty())
      throw ModelError("--set needs a model, and this is the folder of a finished run",
                       "give the model file in place of the folder");
    MotionTable table = read_table(arguments.path);
    refuse_lists_without_commas(curves, table.names);
    refuse_formulas(table, curves);
    return table;
  }
  return table_with(arguments, curves);
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
  Panels panels = panels_of(arguments.what);
  try_output(arguments.picture.output);
  const MotionTable table = table_for(arguments, panels);
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
  if (panels.empty()) panels.push_back(first_coordinates(table));
  for (const std::vector<std::string>& names : panels) {
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
  command
      ->add_option(
          "--what", arguments->what,
          "columns, and of a model also formulas, as \"x1, atan2(x1,-y1)*180/pi; energy\": a "
          "comma between curves, a semicolon between panels")
      ->type_name("CURVES")
      ->default_str("the coordinates");
  command->add_option("--against", arguments->against, "the column, or formula, of the common axis")
      ->type_name("CURVE")
      ->capture_default_str();
  command->add_option("--from", arguments->from, "from this time on")
      ->default_str("the start of the run");
  command->add_option("--to", arguments->to, "up to this time")->default_str("the end of the run");
  command->add_flag("--log", arguments->logarithmic, "a logarithmic axis of values");
  arguments->picture.add_to(*command);
  command->footer(
      "alembert plot pendulum.mech --what \"x, y; tension\" -o motion.svg\n"
      "alembert plot pendulum.mech --what \"atan2(x,-y)*180/pi\" --to 5 --size 120x60 -o "
      "angle.pdf");
  command->callback([arguments] { plot_motion(*arguments); });
}

}  // namespace alembert::app
