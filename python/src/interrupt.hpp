#pragma once
/// The interrupt key and the progress function during long computations.

#include <chrono>
#include <string>

#include "graph_keeper.hpp"

namespace alembert::python {

/// Whether the interrupt key was pressed; needs Python's lock. Other signals are handled as usual
/// by Python.
bool interrupt_key_pressed();

/// Raises KeyboardInterrupt that carries what was computed so far, as its attribute of that name.
[[noreturn]] void raise_interrupt(const char* name, const py::object& result,
                                  const std::string& words);

/// Whether a progress function asks for the end: False of Python or of numpy does.
bool asks_for_end(const py::object& answer);

/// Checks for the interrupt key some twenty times a second. Must be called without Python's lock.
class InterruptWatch {
 public:
  /// `progress` is None, or is called with the time reached and may answer False.
  explicit InterruptWatch(py::object progress) : progress_(std::move(progress)) {}
  /// Whether the run may go on.
  bool operator()(double t);
  bool key_was_pressed() const { return key_was_pressed_; }

 private:
  py::object progress_;
  bool key_was_pressed_ = false;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

}  // namespace alembert::python
