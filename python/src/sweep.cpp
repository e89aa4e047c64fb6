// Sweeps for Python: the columns of their tables as arrays. alembert/sweeping.py gives them their shapes.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/sweep_table.hpp"
#include "watched.hpp"

namespace alembert::python {

namespace {

using Axes = std::vector<std::pair<std::string, std::vector<double>>>;

Grid grid_of(const Axes& axes) {
  Grid grid;
  for (const auto& [name, numbers] : axes) grid.axes.push_back(GridAxis::of(name, numbers));
  return grid;
}

ChosenRuns chosen_of(const Axes& columns) {
  ChosenRuns chosen;
  for (const auto& [name, numbers] : columns) chosen.names.push_back(name);
  for (std::size_t run = 0; run < columns.front().second.size(); ++run)
    for (const auto& [name, numbers] : columns) chosen.numbers.push_back(numbers[run]);
  return chosen;
}

SweepPlan plan_of(const Axes& vary, const std::string& sample, std::optional<std::size_t> count,
                  std::uint64_t seed, const Axes& table) {
  if (!table.empty()) return {chosen_of(table)};
  if (sample.empty()) return {grid_of(vary)};
  const Samples samples = read_samples(sample, count, seed);
  if (vary.empty()) return {samples};
  return {sample_at_each(grid_of(vary), samples)};
}

py::array_t<double> array_of(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

/// Columns by name, series with a second axis; and how each run ended.
py::dict to_python(const SweepTable& table) {
  py::dict varied, kept;
  if (!table.report.was_finished)
    for (const std::string& name : table.varied) varied[py::str(name)] = array_of(table[name]);
  for (std::size_t k = 0; k < table.kept.size(); ++k) {
    py::array_t<double> column = array_of(table.kept[k]);
    if (table.columns[k].length > 1)
      column = column.reshape({static_cast<py::ssize_t>(table.runs()),
                               static_cast<py::ssize_t>(table.columns[k].length)});
    kept[py::str(table.columns[k].name)] = column;
  }
  py::list outcomes;
  for (const Outcome& outcome : table.outcomes)
    outcomes.append(py::str(std::string(name_of(outcome.fate))));
  py::dict result;
  result["names"] = table.varied;
  result["varied"] = varied;
  result["kept"] = kept;
  result["outcomes"] = outcomes;
  result["was_finished"] = table.report.was_finished;
  return result;
}

py::dict run_sweep(const std::string& text, const Axes& vary, const std::string& sample,
                   std::optional<std::size_t> count, std::uint64_t seed, const Axes& chosen,
                   const std::vector<std::string>& keep, std::optional<double> until,
                   std::optional<double> tolerance, std::optional<double> every,
                   const std::string& out, bool resume, unsigned threads,
                   const py::object& progress) {
  const StudyRequest request{.model_text = text,
                             .model_name = "model.mech",
                             .plan = plan_of(vary, sample, count, seed, chosen),
                             .keep = keep,
                             .until = until,
                             .tolerance = tolerance,
                             .every = every};
  Watch watch;
  const SweepOptions options{
      .out = out, .resume = resume, .threads = threads, .progress = std::ref(watch)};
  return to_python(watched<SweepTable>(progress_of(progress), request.plan.runs(), watch,
                                       [&] { return sweep_table(request, options); }));
}

}  // namespace

void bind_sweep(py::module_& module) {
  using py::arg;
  module.def("run_sweep", run_sweep, arg("text"), arg("vary"), arg("sample"), arg("count"),
             arg("seed"), arg("chosen"), arg("keep"), arg("until"), arg("tolerance"), arg("every"),
             arg("out"), arg("resume"), arg("threads"), arg("progress"),
             "What alembert.sweep is made of: columns run by run.");
}

}  // namespace alembert::python
