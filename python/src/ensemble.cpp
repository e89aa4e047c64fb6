// Ensembles for Python: arrays of starts and parameters in, arrays out, on all cores and without
// Python's lock.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "ensemble/ensemble.hpp"
#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "python_ensemble.hpp"
#include "python_motion.hpp"
#include "text/suggest.hpp"
#include "watched.hpp"

namespace alembert::python {

namespace {

using EnsembleClass = py::class_<PythonEnsemble, std::shared_ptr<PythonEnsemble>>;

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A row per motion, a column per varied quantity.
struct Table {
  std::vector<Expr> varied;
  std::vector<double> numbers;
  std::vector<py::ssize_t> shape;
  std::size_t motions = 1;
};

Numbers numbers_of(const py::handle& what, const py::handle& values) {
  try {
    return py::module_::import("numpy").attr("asarray")(values, py::arg("dtype") = "float64");
  } catch (const py::error_already_set&) {
    throw py::type_error(py::str(what).cast<std::string>() + " varies over numbers, not over " +
                         description_of(values));
  }
}

std::string text_of(const py::object& shape) { return py::str(shape).cast<std::string>(); }

// the common shape of all columns, by the rules of numpy; numbers alone are one motion
std::vector<py::ssize_t> common_shape(const std::vector<Numbers>& columns) {
  py::tuple common(0);
  const py::object broadcast = py::module_::import("numpy").attr("broadcast_shapes");
  for (const Numbers& column : columns) {
    const py::tuple shape = column.attr("shape");
    try {
      common = broadcast(common, shape);
    } catch (const py::error_already_set&) {
      const bool are_lists = common.size() == 1 && shape.size() == 1;
      throw ModelError(
          are_lists
              ? "what varies has " + text_of(common[0]) + " and " + text_of(shape[0]) + " values"
              : "what varies has the shapes " + text_of(common) + " and " + text_of(shape),
          "give one value for each motion, or one for all");
    }
  }
  if (common.empty()) return {1};
  return common.cast<std::vector<py::ssize_t>>();
}

Table table_of(const PythonSystem& system, const py::dict& varied) {
  if (varied.empty()) throw ModelError("nothing varies", "give what does: {'x': [0.1, 0.2, 0.3]}");
  Table table;
  std::vector<Numbers> columns;
  for (const auto& [what, values] : varied) {
    table.varied.push_back(system.symbol(what));
    columns.push_back(numbers_of(what, values));
  }
  table.shape = common_shape(columns);
  for (const py::ssize_t length : table.shape) table.motions *= static_cast<std::size_t>(length);
  if (table.motions == 0) throw ModelError("an ensemble has one motion or more, not none");
  table.numbers.resize(table.motions * columns.size());
  const py::object broadcast = py::module_::import("numpy").attr("broadcast_to");
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Numbers all = broadcast(columns[c], py::cast(table.shape));
    for (std::size_t i = 0; i < table.motions; ++i)
      table.numbers[i * columns.size() + c] = all.data()[i];
  }
  return table;
}

/// Numbers of all motions in the shape of what varied, followed by `inner`; two motions are
/// `motion_bytes` apart.
py::array shaped_view(const py::object& self, const double* first, py::ssize_t motion_bytes,
                      const std::vector<py::ssize_t>& inner,
                      const std::vector<py::ssize_t>& inner_strides) {
  std::vector<py::ssize_t> shape = self.cast<const PythonEnsemble&>().shape;
  std::vector<py::ssize_t> strides(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; motion_bytes *= shape[axis])
    strides[axis] = motion_bytes;
  shape.insert(shape.end(), inner.begin(), inner.end());
  strides.insert(strides.end(), inner_strides.begin(), inner_strides.end());
  return view_of(self, first, std::move(shape), std::move(strides));
}

py::array state_view(const py::object& self, std::size_t first, std::vector<py::ssize_t> inner) {
  const Ensemble& e = self.cast<const PythonEnsemble&>().ensemble;
  const py::ssize_t width = static_cast<py::ssize_t>(2 * e.coordinates * sizeof(double));
  const py::ssize_t times = static_cast<py::ssize_t>(e.times.size());
  std::vector<py::ssize_t> strides{width};
  strides.resize(1 + inner.size(), sizeof(double));
  inner.insert(inner.begin(), times);
  return shaped_view(self, e.states.data() + first, width * times, inner, strides);
}

py::array by_name(const py::object& self, const py::object& what) {
  const PythonEnsemble& ensemble = self.cast<const PythonEnsemble&>();
  const std::string name = column_name(what);
  for (std::size_t i = 0; i < ensemble.names.size(); ++i)
    if (ensemble.names[i] == name) return state_view(self, i, {});
  throw ModelError("the ensemble has no '" + name + "'",
                   did_you_mean(name, {ensemble.names.begin(), ensemble.names.end()}));
}

py::array numbers_view(const py::object& self, const std::vector<double>& numbers) {
  return shaped_view(self, numbers.data(), sizeof(double), {}, {});
}

/// One quantity of each motion, as a separate array.
template <class Value, class Function>
py::array by_motion(const PythonEnsemble& self, const Function& of) {
  py::array_t<Value> values(self.shape);
  Value* next = values.mutable_data();
  for (std::size_t i = 0; i < self.ensemble.size(); ++i) *next++ = of(i);
  return values;
}

py::object outcomes_of(const PythonEnsemble& self) {
  const py::object outcomes =
      py::module_::import("numpy").attr("empty")(py::cast(self.ensemble.size()), "object");
  for (std::size_t i = 0; i < self.ensemble.size(); ++i)
    outcomes[py::int_(i)] = self.ensemble.outcomes[i];
  return outcomes.attr("reshape")(py::cast(self.shape));
}

py::tuple state_of(const PythonEnsemble& self) {
  const Ensemble& e = self.ensemble;
  return py::make_tuple(self.names, self.shape, e.coordinates, e.times, array_of(e.states),
                        e.outcomes, e.energy_deviation, e.residual, e.steps, e.one_by_one);
}

PythonEnsemble from_state(const py::tuple& state) {
  PythonEnsemble self;
  Ensemble& e = self.ensemble;
  self.names = state[0].cast<std::vector<std::string>>();
  self.shape = state[1].cast<std::vector<py::ssize_t>>();
  e.coordinates = state[2].cast<std::size_t>();
  e.times = state[3].cast<std::vector<double>>();
  e.states = vector_of(state[4].cast<Numbers>());
  e.outcomes = state[5].cast<std::vector<Outcome>>();
  e.energy_deviation = state[6].cast<std::vector<double>>();
  e.residual = state[7].cast<std::vector<double>>();
  e.steps = state[8].cast<std::vector<long>>();
  e.one_by_one = state[9].cast<std::size_t>();
  return self;
}

}  // namespace

py::object run_ensemble(const PythonSystem& system, const py::dict& varied, EnsembleOptions options,
                        const py::object& progress) {
  const Table table = table_of(system, varied);
  Watch watch;
  options.progress = std::ref(watch);

  const Hold hold(*system.keeper());
  const std::shared_ptr<const Model> model = system.shared_model();
  auto result = std::make_shared<PythonEnsemble>();
  result->shape = table.shape;
  result->ensemble = watched<Ensemble>(progress_of(progress), table.motions, watch, [&] {
    return simulate_ensemble(*model, table.varied, table.numbers, options);
  });
  for (const Coordinate& x : model->system.coordinates()) result->names.push_back(x.name);
  for (const Coordinate& x : model->system.coordinates()) result->names.push_back(x.name + "'");
  const std::string words = "interrupted after " + std::to_string(watch.done.load()) + " of " +
                            std::to_string(table.motions) + " motions";
  const py::object ensemble = py::cast(std::move(result));
  if (watch.key_was_pressed) raise_interrupt("ensemble", ensemble, words);
  return ensemble;
}

void bind_ensemble(py::module_& module) {
  EnsembleClass(module, "Ensemble",
                R"(Many motions of one system; arrays are views, a row per motion.

>>> system = al.example("pendulum/cartesian")
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
          "[motion, time, (q, q')], where motion has as many axes as what varied; NaN after the "
          "end of a motion "
          "that ended early; a view.")
      .def("__getitem__", by_name, py::arg("name"),
           "[motion, time] of 'x' or \"x'\", or of their symbols; a view.")
      .def_property_readonly(
          "shape", [](const PythonEnsemble& self) { return py::tuple(py::cast(self.shape)); },
          "That of what varied.")
      .def_readonly("names", &PythonEnsemble::names, "What the last axis of states counts.")
      .def_property_readonly(
          "times",
          [](const py::object& self) {
            const std::vector<double>& times = self.cast<const PythonEnsemble&>().ensemble.times;
            return view_of(self, times.data(), {static_cast<py::ssize_t>(times.size())},
                           {sizeof(double)});
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
      .def_property_readonly(
          "steps",
          [](const PythonEnsemble& self) {
            return by_motion<long>(self, [&](std::size_t i) { return self.ensemble.steps[i]; });
          },
          "How many steps each motion took.")
      .def_property_readonly(
          "complete",
          [](const PythonEnsemble& self) {
            return by_motion<bool>(
                self, [&](std::size_t i) { return self.ensemble.outcomes[i].complete(); });
          },
          "Which motions reached their end.")
      .def_property_readonly("outcomes", outcomes_of, "How each motion ended; an array of objects.")
      .def_property_readonly(
          "one_by_one", [](const PythonEnsemble& self) { return self.ensemble.one_by_one; },
          "How many motions were run as simulate does, not four at a time.")
      .def("__len__", [](const PythonEnsemble& self) { return self.ensemble.size(); })
      .def("__repr__",
           [](const PythonEnsemble& self) {
             return "<Ensemble of " + std::to_string(self.ensemble.size()) + " motions>";
           })
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; })
      .def(py::pickle([](const PythonEnsemble& self) { return state_of(self); },
                      [](const py::tuple& state) { return from_state(state); }));
}

}  // namespace alembert::python
