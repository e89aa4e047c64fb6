#pragma once
/// The keyword arguments of a run as the options of the C++ library.

#include <optional>
#include <string>
#include <utility>

#include "motion/simulate.hpp"
#include "python_system.hpp"

namespace alembert::python {

/// Keyword arguments that runs and ensembles share; what is not given is as the model says.
struct RunArguments {
  std::optional<py::dict> start, parameters;
  std::optional<double> from, until, tolerance, every, rank_tolerance;
  std::optional<std::string> method, drift, inconsistent;
  std::optional<std::pair<double, double>> baumgarte;
  std::optional<long> max_steps;
  std::optional<double> max_seconds;
};

/// Throws ModelError for what cannot be, in the words of Python.
SimulateOptions options_of(const PythonSystem& system, const RunArguments& arguments);

}  // namespace alembert::python
