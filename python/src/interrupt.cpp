#include "interrupt.hpp"

namespace alembert::python {

bool interrupt_key_pressed() {
  if (PyErr_CheckSignals() == 0) return false;
  if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw py::error_already_set();
  PyErr_Clear();
  return true;
}

void raise_interrupt(const char* name, const py::object& result, const std::string& words) {
  const py::object error = py::reinterpret_borrow<py::object>(PyExc_KeyboardInterrupt)(words);
  error.attr(name) = result;
  PyErr_SetObject(PyExc_KeyboardInterrupt, error.ptr());
  throw py::error_already_set();
}

bool asks_for_end(const py::object& answer) {
  if (PyBool_Check(answer.ptr())) return answer.is(py::bool_(false));
  return py::isinstance(answer, py::module_::import("numpy").attr("bool_")) && !answer.cast<bool>();
}

bool InterruptWatch::operator()(double t) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return true;
  next_ = now + std::chrono::milliseconds(50);
  const py::gil_scoped_acquire lock;
  if (interrupt_key_pressed()) {
    key_was_pressed_ = true;
    return false;
  }
  return progress_.is_none() || !asks_for_end(progress_(t));
}

}  // namespace alembert::python
