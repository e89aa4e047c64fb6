#include "sweep/results_picture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "draw/map.hpp"
#include "draw/plot.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

constexpr std::size_t most_panels = 4;

std::vector<Overview::Column> shown(const Overview& overview) {
  std::vector<Overview::Column> columns = overview.columns;
  if (columns.empty())
    throw ModelError("there is nothing to draw: only series are kept",
                     "keep one number of each run");
  if (columns.size() > most_panels) columns.resize(most_panels);
  return columns;
}

Plot plot_of(const Results& results, std::size_t panels) {
  return {.title = results.study.model.system.title(),
          .axis_name = {},
          .axis = {},
          .panels = {},
          .width = 120,
          .height = 25 + 55 * static_cast<double>(panels)};
}

/// The grid of a plan, if it has one, and the runs at each of its points.
struct DrawnGrid {
  const Grid* grid;
  std::size_t runs_at_point = 1;
};

DrawnGrid drawn_grid(const SweepPlan& plan) {
  if (const auto* both = std::get_if<SampledGrid>(&plan.source))
    return {&both->grid, both->samples.count};
  return {std::get_if<Grid>(&plan.source)};
}

/// A column by the points of the grid; with samples, the mean of those that have a number.
std::vector<double> by_point(const Results& results, std::size_t kept, const DrawnGrid& drawn) {
  std::vector<double> values = results.columns({kept})[0];
  if (drawn.runs_at_point == 1) return values;
  std::vector<double> means;
  for (std::size_t first = 0; first < values.size(); first += drawn.runs_at_point) {
    RunningMoments moments;
    for (std::size_t i = first; i < first + drawn.runs_at_point; ++i)
      if (std::isfinite(values[i])) moments.add(values[i]);
    means.push_back(moments.mean());
  }
  return means;
}

std::string label(const Results& results, std::size_t kept, const DrawnGrid& drawn) {
  const std::string& name = results.study.kept[kept].name;
  return drawn.runs_at_point == 1 ? name : "mean of " + name;
}

Picture curves(const Results& results, const Overview& overview, const DrawnGrid& drawn) {
  const GridAxis& axis = drawn.grid->axes[0];
  const std::vector<Overview::Column> columns = shown(overview);
  Plot plot = plot_of(results, columns.size());
  plot.axis_name = axis.name;
  for (std::size_t run = 0; run < axis.count; ++run)
    plot.axis.push_back(results.study.plan().row(run * drawn.runs_at_point)[0]);
  for (const Overview::Column& column : columns)
    plot.panels.push_back(
        {{label(results, column.kept, drawn), by_point(results, column.kept, drawn)}});
  return draw_plot(plot);
}

Picture maps(const Results& results, const Overview& overview, const DrawnGrid& drawn) {
  const Grid& grid = *drawn.grid;
  std::vector<Map> all;
  for (const Overview::Column& column : shown(overview)) {
    Map map{results.study.model.system.title(),
            {},
            {},
            label(results, column.kept, drawn),
            by_point(results, column.kept, drawn)};
    for (const auto& [axis, from] :
         {std::pair{&map.across, &grid.axes[0]}, {&map.up, &grid.axes[1]}})
      *axis = {from->name, from->from, from->to, from->count};
    all.push_back(std::move(map));
  }
  return draw_maps(all);
}

/// Columns of random samples have separate axes: the first one is drawn.
Picture histogram(const Results& results, const Overview& overview) {
  const Overview::Column column = shown(overview).front();
  const ColumnSummary& summary = column.summary;
  Plot plot = plot_of(results, 1);
  plot.axis_name = results.study.kept[column.kept].name;
  PlotCurve runs{"runs", {}};
  const double width = (summary.largest - summary.smallest) / ColumnSummary::bins;
  // the steps of the bins
  for (std::size_t bin = 0; bin < ColumnSummary::bins; ++bin)
    for (const std::size_t edge : {bin, bin + 1}) {
      plot.axis.push_back(summary.smallest + width * static_cast<double>(edge));
      runs.values.push_back(static_cast<double>(summary.histogram[bin]));
    }
  plot.panels.push_back({runs});
  return draw_plot(plot);
}

}  // namespace

void check_drawable(const SweepPlan& plan) {
  const Grid* grid = drawn_grid(plan).grid;
  if (grid != nullptr && grid->axes.size() > 2)
    throw ModelError("a picture shows one or two varied numbers",
                     "hold the others with --set, or draw from the file of results");
  if (grid != nullptr && grid->axes.size() == 2)
    for (const GridAxis& axis : grid->axes)
      if (!axis.numbers.empty())
        throw ModelError(fmt::format("a map needs evenly spaced numbers of '{}'", axis.name));
}

Picture draw_results(const Results& results, const Overview& overview) {
  check_drawable(results.study.plan());
  const DrawnGrid drawn = drawn_grid(results.study.plan());
  if (drawn.grid == nullptr) return histogram(results, overview);
  if (drawn.grid->axes.size() == 1) return curves(results, overview, drawn);
  return maps(results, overview, drawn);
}

}  // namespace alembert
