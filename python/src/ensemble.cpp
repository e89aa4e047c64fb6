// Ensembles for Python: arrays of starts and parameters in, arrays out, all cores, no lock of Python's.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"
#include "motion/ensemble.hpp"
#include "python_ensemble.hpp"
#include "python_motion.hpp"
#include "text/suggest.hpp"
#include "watched.hpp"

namespace alembert::python {

namespace {

using EnsembleClass = py::class_<PythonEnsemble, std::shared_ptr<PythonEnsemble>>;

/// A row per motion, a column for each of what varies.
struct Table {
  std::vector<Expr> varied;
  std::vector<double> numbers;
};

Table table_of(const PythonSystem& system, const py::dict& varied) {
  using Column = py::array_t<double, py::array::c_style | py::array::forcecast>;
  Table table;
  std::vector<Column> columns;
  std::size_t motions = 1;
  for (const auto& [what, values] : varied) {
    table.varied.push_back(system.symbol(what));
    columns.push_back(values.cast<Column>());
    if (columns.back().size() != 1) motions = static_cast<std::size_t>(columns.back().size());
  }
  for (const Column& column : columns)
    if (column.size() != 1 && static_cast<std::size_t>(column.size()) != motions)
      throw ModelError("what varies has " + std::to_string(column.size()) + " and " +
                           std::to_string(motions) + " values",
                       "give one value for each motion, or one for all");
  table.numbers.resize(motions * columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::size_t stride = columns[c].size() == 1 ? 0 : 1;
    for (std::size_t i = 0; i < motions; ++i)
      table.numbers[i * columns.size() + c] = columns[c].data()[i * stride];
  }
  return table;
}

py::array state_view(const py::object& self, std::size_t first, std::vector<py::ssize_t> inner) {
  const Ensemble& e = self.cast<const PythonEnsemble&>().ensemble;
  const py::ssize_t width = static_cast<py::ssize_t>(2 * e.coordinates * sizeof(double));
  const py::ssize_t times = static_cast<py::ssize_t>(e.times.size());
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(e.size()), times};
  std::vector<py::ssize_t> strides{width * times, width};
  for (const py::ssize_t length : inner) {
    shape.push_back(length);
    strides.push_back(sizeof(double));
  }
  return view_of(self, e.states.data() + first, std::move(shape), std::move(strides));
}

py::array by_name(const py::object& self, const std::string& name) {
  const PythonEnsemble& ensemble = self.cast<const PythonEnsemble&>();
  for (std::size_t i = 0; i < ensemble.names.size(); ++i)
    if (ensemble.names[i] == name) return state_view(self, i, {});
  throw ModelError("the ensemble has no '" + name + "'",
                   did_you_mean(name, {ensemble.names.begin(), ensemble.names.end()}));
}

py::array numbers_view(const py::object& self, const std::vector<double>& numbers) {
  return view_of(self, numbers.data(), {static_cast<py::ssize_t>(numbers.size())},
                 {sizeof(double)});
}

}  // namespace

std::shared_ptr<PythonEnsemble> run_ensemble(const PythonSystem& system, const py::dict& varied,
                                             const RunArguments& arguments,
                                             const std::vector<double>& times, unsigned threads,
                                             unsigned lanes, const py::object& progress) {
  const Table table = table_of(system, varied);
  EnsembleOptions options;
  options.run = options_of(system, arguments);
  options.times = times;
  options.threads = threads;
  options.lanes = lanes;
  const std::size_t motions = table.varied.empty() ? 0 : table.numbers.size() / table.varied.size();
  Watch watch;
  options.progress = std::ref(watch);

  const Hold hold(*system.keeper());
  const std::shared_ptr<const Model> model = system.shared_model();
  auto result = std::make_shared<PythonEnsemble>();
  result->ensemble = watched<Ensemble>(progress_of(progress), motions, watch, [&] {
    return simulate_ensemble(*model, table.varied, table.numbers, options);
  });
  for (const Coordinate& x : model->system.coordinates()) result->names.push_back(x.name);
  for (const Coordinate& x : model->system.coordinates()) result->names.push_back(x.name + "'");
  return result;
}

void bind_ensemble(py::module_& module) {
  EnsembleClass(module, "Ensemble",
                R"(Many motions of one system; arrays are views, a row per motion.

>>> system = al.read("models/pendulum/cartesian.mech")
>>> angle = np.linspace(0.1, 1.5, 8)
>>> ensemble = system.ensemble({"x": np.sin(angle), "y": -np.cos(angle)}, until=2, times=[1, 2])
>>> ensemble["x"].shape
(8, 2)
>>> bool(ensemble.complete.all())
True
)")
      .def_property_readonly(
          "states",
          [](const py::object& self) {
            const Ensemble& e = self.cast<const PythonEnsemble&>().ensemble;
            return state_view(self, 0, {static_cast<py::ssize_t>(2 * e.coordinates)});
          },
          "[motion, time, (q, q')]; NaN after the end of a motion that ended early; a view.")
      .def("__getitem__", by_name, py::arg("name"), "[motion, time] of 'x' or \"x'\"; a view.")
      .def_readonly("names", &PythonEnsemble::names, "What the last axis of states counts.")
      .def_property_readonly("times",
                             [](const py::object& self) {
                               return numbers_view(
                                   self, self.cast<const PythonEnsemble&>().ensemble.times);
                             })
      .def_property_readonly(
          "energy_deviation",
          [](const py::object& self) {
            return numbers_view(self, self.cast<const PythonEnsemble&>().ensemble.energy_deviation);
          },
          "The largest difference of the energy from its start, by motion; a view.")
      .def_property_readonly(
          "residual",
          [](const py::object& self) {
            return numbers_view(self, self.cast<const PythonEnsemble&>().ensemble.residual);
          },
          "The largest residual of a position constraint, by motion; a view.")
      .def_property_readonly("steps",
                             [](const PythonEnsemble& self) {
                               return py::array_t<long>(
                                   static_cast<py::ssize_t>(self.ensemble.steps.size()),
                                   self.ensemble.steps.data());
                             })
      .def_property_readonly(
          "complete",
          [](const PythonEnsemble& self) {
            py::array_t<bool> complete(static_cast<py::ssize_t>(self.ensemble.size()));
            bool* next = complete.mutable_data();
            for (const Outcome& outcome : self.ensemble.outcomes) *next++ = outcome.complete();
            return complete;
          },
          "Which motions reached their end.")
      .def_property_readonly(
          "outcomes", [](const PythonEnsemble& self) { return self.ensemble.outcomes; },
          "How each motion ended.")
      .def_property_readonly(
          "one_by_one", [](const PythonEnsemble& self) { return self.ensemble.one_by_one; },
          "How many motions were run as simulate does, not four at a time.")
      .def("__len__", [](const PythonEnsemble& self) { return self.ensemble.size(); })
      .def("__repr__", [](const PythonEnsemble& self) {
        return "<Ensemble of " + std::to_string(self.ensemble.size()) + " motions>";
      });
}

}  // namespace alembert::python
