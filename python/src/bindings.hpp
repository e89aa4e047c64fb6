#pragma once
/// The parts of the module, one function per concept, in the order in which they must be bound.

#include <pybind11/pybind11.h>

namespace alembert::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_formulas(py::module_& module);
void bind_vectors(py::module_& module);
void bind_motion(py::module_& module);
void bind_scene(py::module_& module);
void bind_equations(py::module_& module);
void bind_ensemble(py::module_& module);
void bind_sweep(py::module_& module);
void bind_theory(py::module_& module);
void bind_system(py::module_& module);

}  // namespace alembert::python
