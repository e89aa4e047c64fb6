// Sweeps for Python: the columns of their tables as arrays. alembert/sweeping.py gives them their
// shapes.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"
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

// the options of the program as the arguments of Python
std::string in_python(std::string words) {
  for (const char* option : {"keep", "vary", "sample", "count", "out", "set"}) {
    const std::string programs = std::string("--") + option;
    for (std::size_t at = words.find(programs); at != std::string::npos; at = words.find(programs))
      words.replace(at, programs.size(), option);
  }
  for (std::size_t at = words.find("--resume"); at != std::string::npos;
       at = words.find("--resume"))
    words.replace(at, 8, "resume=True");
  return words;
}

py::dict run_sweep(const std::string& text, const Axes& vary, const std::string& sample,
                   std::optional<std::size_t> count, std::uint64_t seed, const Axes& chosen,
                   const std::vector<std::string>& keep, std::optional<double> until,
                   std::optional<double> tolerance, std::optional<double> every,
                   std::optional<long> max_steps, const std::string& out, bool resume, long threads,
                   const py::object& progress) {
  if (threads < 0)
    throw ModelError(std::to_string(threads) + " cannot be the number of threads",
                     "0 is one for each core");
  try {
    const StudyRequest request{
        .model_text = text,
        .model_name = "model.mech",
        .plan = plan_of(vary, sample, count, seed, chosen),
        .keep = keep,
        .run = {.until = until, .tolerance = tolerance, .every = every, .max_steps = max_steps}};
    Watch watch;
    const SweepOptions options{.out = out,
                               .resume = resume,
                               .threads = static_cast<unsigned>(threads),
                               .progress = std::ref(watch)};
    py::dict result =
        to_python(watched<SweepTable>(progress_of(progress), request.plan.runs(), watch,
                                      [&] { return sweep_table(request, options); }));
    result["key_was_pressed"] = watch.key_was_pressed;
    return result;
  } catch (const ModelError& error) {
    Place place = error.place();
    place.file = in_python(place.file);
    throw ModelError(place, in_python(error.message()), in_python(error.hint()));
  }
}

}  // namespace

void bind_sweep(py::module_& module) {
  using py::arg;
  module.def("run_sweep", run_sweep, arg("text"), arg("vary"), arg("sample"), arg("count"),
             arg("seed"), arg("chosen"), arg("keep"), arg("until"), arg("tolerance"), arg("every"),
             arg("max_steps"), arg("out"), arg("resume"), arg("threads"), arg("progress"),
             "What alembert.sweep is made of: columns run by run.");
}

}  // namespace alembert::python
