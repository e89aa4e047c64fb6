#pragma once
/// An ensemble as Python holds it, and how one is run.

#include <memory>
#include <string>
#include <vector>

#include "ensemble/ensemble.hpp"
#include "python_system.hpp"

namespace alembert::python {

struct PythonEnsemble {
  Ensemble ensemble;
  std::vector<std::string> names;  ///< of a state: coordinates, then velocities
  std::vector<py::ssize_t> shape;  ///< of what varied
};

/// `varied` has arrays for coordinates, velocities and parameters. `progress` is None, True for a
/// bar, or is called with the number of motions that are done and the number of all, and may answer
/// False.
py::object run_ensemble(const PythonSystem& system, const py::dict& varied, EnsembleOptions options,
                        const py::object& progress);

}  // namespace alembert::python
