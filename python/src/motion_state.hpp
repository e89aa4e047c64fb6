#pragma once
/// A motion to the state that pickle keeps, and back.

#include "python_motion.hpp"

namespace alembert::python {

py::tuple state_of(const PythonMotion& self);
std::shared_ptr<PythonMotion> from_state(const py::tuple& state);

}  // namespace alembert::python
