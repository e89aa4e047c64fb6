// Instants of a motion at chosen times: columns by name, in the shape of the times.

#include <pybind11/stl.h>

#include "numbers.hpp"
#include "python_instants.hpp"

namespace alembert::python {

namespace {

py::array_t<double> numbers_of(const py::object& times) {
  try {
    return py::module_::import("numpy").attr("asarray")(times, py::arg("dtype") = "float64");
  } catch (const py::error_already_set&) {
    throw py::type_error("t is a number or an array of numbers, not " + description_of(times));
  }
}

py::object column(const PythonInstants& self, const py::object& what) {
  const Motion& motion = self.motion.cast<const PythonMotion&>().motion;
  return self.table[py::make_tuple(py::ellipsis(), column_of(motion, column_name(what)))];
}

}  // namespace

PythonInstants::PythonInstants(py::object of, const py::object& times) : motion(std::move(of)) {
  const PythonMotion& self = motion.cast<const PythonMotion&>();
  const py::array_t<double, py::array::c_style | py::array::forcecast> t = numbers_of(times);
  std::vector<py::ssize_t> shape(t.shape(), t.shape() + t.ndim());
  shape.push_back(static_cast<py::ssize_t>(self.motion.layout().width()));
  table = py::array_t<double>(shape);
  double* next = table.mutable_data();
  const Hold hold(*self.keeper);
  for (py::ssize_t i = 0; i < t.size(); ++i) {
    const Snapshot now = self.motion.at(t.data()[i]);
    next = std::copy(now.row().begin(), now.row().end(), next);
  }
}

void bind_instants(py::module_& module) {
  py::class_<PythonInstants>(module, "Instants",
                             R"(Instants of a motion, by name; arrays have the shape of the times.

>>> motion = al.example("pendulum/cartesian").simulate(until=1)
>>> instants = motion.at([0.25, 0.5])
>>> instants["x"].shape, bool(instants["x"][1] == motion.at(0.5)["x"])
((2,), True)
)")
      .def_property_readonly("t",
                             [](const PythonInstants& self) { return column(self, py::str("t")); })
      .def_readonly("table", &PythonInstants::table, "All columns of the motion, the last axis.")
      .def("__getitem__", column, py::arg("name"), "A column by its name or symbol.")
      .def("__len__",
           [](const PythonInstants& self) {
             return self.table.ndim() == 1 ? py::ssize_t{1} : self.table.shape(0);
           })
      .def("__repr__", [](const PythonInstants& self) {
        const Motion& motion = self.motion.cast<const PythonMotion&>().motion;
        const auto width = static_cast<py::ssize_t>(motion.layout().width());
        return "<" + std::to_string(self.table.size() / width) + " instants of a motion>";
      });
}

}  // namespace alembert::python
