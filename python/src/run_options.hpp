#pragma once
/// The keyword arguments of a run as the options of the C++ library, and the interrupt key during it.

#include <chrono>
#include <optional>

#include "motion/simulate.hpp"
#include "python_system.hpp"

namespace alembert::python {

/// Keyword arguments that runs and ensembles share; what is not given is as the model says.
struct RunArguments {
  std::optional<py::dict> start;
  std::optional<double> from, until, tolerance, every, rank_tolerance;
  std::optional<std::string> method, drift, inconsistent;
  std::optional<std::pair<double, double>> baumgarte;
};

SimulateOptions options_of(const PythonSystem& system, const RunArguments& arguments);

/// Looks after the interrupt key some twenty times a second. To be asked without Python's lock.
class InterruptWatch {
 public:
  /// `progress` is None, or is called with the time reached and may answer False.
  explicit InterruptWatch(py::object progress) : progress_(std::move(progress)) {}
  /// Whether the run may go on.
  bool operator()(double t);

 private:
  py::object progress_;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

/// Whether the interrupt key was pressed; with Python's lock. Other signals act as Python has them act.
bool interrupt_key_pressed();

}  // namespace alembert::python
