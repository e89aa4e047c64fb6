#pragma once
/// The parts of the class System of Python, which is too long for one file.

#include <pybind11/pybind11.h>

#include "python_system.hpp"

namespace alembert::python {

using SystemClass = py::class_<PythonSystem, std::shared_ptr<PythonSystem>>;

/// Bodies, joints, and what acts on them; their places and reactions as formulas.
void bind_bodies(py::module_& module, SystemClass& systems);
/// Constraints, their non-ideal parts, watches and the forces that a watch may use.
void bind_constraints(SystemClass& systems);
/// simulate, ensemble, equations, check, and the start.
void bind_runs(SystemClass& systems);

}  // namespace alembert::python
