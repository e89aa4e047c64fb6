#pragma once
/// The keyword arguments of a run as the options of the C++ library.

#include <optional>
#include <string>
#include <utility>

#include "motion/simulate.hpp"
#include "python_system.hpp"

namespace alembert::python {

/// Keyword arguments of runs and ensembles that have other types in Python; what is not given is as
/// the model says.
struct RunArguments {
  std::optional<py::dict> start = {}, parameters = {};
  std::optional<std::string> method = {}, drift = {}, inconsistent = {};
  std::optional<std::pair<double, double>> baumgarte = {};
};

/// `options`, which have the others, with these. Throws ModelError for what cannot be, in the words
/// of Python.
SimulateOptions with_arguments(SimulateOptions options, const PythonSystem& system,
                               const RunArguments& arguments);

}  // namespace alembert::python
