#pragma once
/// Many instants of a motion of Python at once.

#include "python_motion.hpp"

namespace alembert::python {

struct PythonInstants {
  /// The instants at an array of times of any shape.
  PythonInstants(py::object of, const py::object& times);

  py::object motion;
  py::array_t<double> table;  ///< the shape of the times, then the columns of the motion
};

void bind_instants(py::module_& module);

}  // namespace alembert::python
