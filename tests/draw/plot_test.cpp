#include "draw/plot.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "files/atomic_file.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "report/motion_report.hpp"
#include "report/motion_table.hpp"
#include "source_folder.hpp"
#include "text/goldens.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

namespace fs = std::filesystem;

const fs::path kept = fs::path(source_folder()) / "tests/pictures";

Motion double_pendulum() {
  return simulate(read_model(source_folder() + "/models/double_pendulum/level_start.mech"),
                  {.until = 2, .every = 0.02});
}

Plot plot_of(const MotionTable& table, const std::vector<std::vector<std::string>>& panels) {
  Plot plot{.title = table.title, .axis_name = "t", .axis = table.columns.front(), .panels = {}};
  for (const auto& names : panels) {
    plot.panels.emplace_back();
    for (const std::string& name : names)
      plot.panels.back().push_back(
          {name, table.columns[table.find(name)], table.units[table.find(name)]});
  }
  return plot;
}

std::size_t longest_line(const Picture& picture) {
  std::size_t longest = 0;
  for (const Mark& mark : picture.marks)
    if (const auto* stroke = std::get_if<Stroke>(&mark))
      longest = std::max(longest, stroke->spots.size());
  return longest;
}

}  // namespace

TEST_CASE("curves of a motion in two panels are the picture that is kept") {
  const MotionTable table = table_of(double_pendulum());
  Plot plot = plot_of(table, {{"x1", "y1", "x2", "y2"}, {"lambda(rod1)"}});
  plot.height = 120;
  check_golden(kept / "plot.svg", picture_svg(draw_plot(plot)));
}

TEST_CASE("magnitudes on a logarithmic axis are the picture that is kept") {
  Plot plot{.title = "decay", .axis_name = "t", .axis = {}, .panels = {{{"a", {}, "m"}}}};
  for (int i = 0; i <= 40; ++i) {
    plot.axis.push_back(0.1 * i);
    plot.panels[0][0].values.push_back(i == 20 ? 0 : (i % 2 == 0 ? 1 : -1) * std::exp(-0.4 * i));
  }
  plot.logarithmic = true;
  check_golden(kept / "plot_log.svg", picture_svg(draw_plot(plot)));
}

TEST_CASE("all marks of a plot stand on the paper") {
  Plot plot = plot_of(table_of(double_pendulum()), {{"x1", "y1"}, {"energy"}, {"residual(rod1)"}});
  for (const auto& [width, height] : {std::pair{120.0, 160.0}, {60.0, 90.0}, {300.0, 200.0}}) {
    plot.width = width;
    plot.height = height;
    for (const Mark& mark : draw_plot(plot).marks) {
      std::vector<Spot> corners;
      if (const auto* stroke = std::get_if<Stroke>(&mark)) corners = stroke->spots;
      if (const auto* words = std::get_if<Words>(&mark)) {
        const double length = text_width(words->text, words->size);
        const double before = words->anchor == Words::Anchor::start    ? 0
                              : words->anchor == Words::Anchor::middle ? length / 2
                                                                       : length;
        if (!words->upwards)
          corners = {{words->at.x - before, words->at.y - 0.7 * words->size},
                     {words->at.x - before + length, words->at.y}};
      }
      for (const Spot& corner : corners) {
        CHECK(corner.x >= 0);
        CHECK(corner.x <= width);
        CHECK(corner.y >= 0);
        CHECK(corner.y <= height);
      }
    }
  }
}

TEST_CASE("a long motion is drawn with fewer than 4000 points a line, its peak included") {
  Plot plot{.title = "", .axis_name = "t", .axis = {}, .panels = {{{"a", {}}}}};
  for (int i = 0; i < 50'000; ++i) {
    plot.axis.push_back(i);
    plot.panels[0][0].values.push_back(i == 31'007 ? 10 : std::sin(0.01 * i));
  }
  const Picture picture = draw_plot(plot);
  CHECK(longest_line(picture) < 4000);
  CHECK(longest_line(picture) > 1000);
}

TEST_CASE("numbers that are missing leave a gap, and no numbers at all are a mistake") {
  const double nan = std::nan("");
  Plot plot{.title = "",
            .axis_name = "t",
            .axis = {0, 1, 2, 3, 4},
            .panels = {{{"a", {1, 2, nan, 2, 3}}}}};
  CHECK(longest_line(draw_plot(plot)) == 4);  // the frame; both halves have two points
  plot.panels[0][0].values.assign(5, nan);
  CHECK_THROWS_WITH(draw_plot(plot), Catch::Contains("'a' has no values here"));
  plot.panels[0][0].values.assign(5, 0.0);
  CHECK_NOTHROW(draw_plot(plot));
  plot.logarithmic = true;
  CHECK_THROWS_WITH(draw_plot(plot), Catch::Contains("'a' is zero throughout"));
}

TEST_CASE("the folder of a run gives the same columns as the run, units included") {
  const Motion motion =
      simulate(read_model(source_folder() + "/models/pendulum/cartesian.mech"), {.until = 1});
  const fs::path folder = fs::temp_directory_path() / "alembert_motion_table_test";
  fs::create_directories(folder);
  files::write_file(folder / "motion.csv", motion_csv(motion));
  files::write_file(folder / "summary.json", motion_json(motion));
  const MotionTable before = table_of(motion), after = read_table(folder);
  CHECK(after.title == before.title);
  CHECK(after.names == before.names);
  CHECK(after.units == before.units);
  CHECK(after.columns == before.columns);
  CHECK(after.coordinates == before.coordinates);
  CHECK(after.units[after.find("tension")] == "N");
  CHECK_THROWS_WITH(after.find("lambda(rop)"), Catch::Contains("did you mean 'lambda(rod)'?"));
  fs::remove_all(folder);
}
