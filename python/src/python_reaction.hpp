#pragma once
/// The force of one constraint through a motion of Python.

#include "python_motion.hpp"

namespace alembert::python {

struct PythonReaction {
  PythonReaction(py::object of, const std::string& constraint);
  const std::vector<ForceColumn>& columns() const;

  py::object motion;
  std::size_t index = 0;
  std::size_t first_row = 0, row_count = 0;
};

}  // namespace alembert::python
