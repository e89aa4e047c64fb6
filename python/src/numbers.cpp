#include "numbers.hpp"

#include <cerrno>

namespace alembert::python {

bool is_number(PyObject* object) {
  if (PyFloat_Check(object) || PyLong_Check(object)) return true;
  if (PyComplex_Check(object) || PySequence_Check(object)) return false;
  if (PyObject_HasAttrString(object, "dtype")) return true;
  // fractions and decimals; formulas have __float__ too, and are none
  static PyObject* const abstract =
      py::object(py::module_::import("numbers").attr("Number")).release().ptr();
  return PyObject_IsInstance(object, abstract) == 1;
}

std::string description_of(const py::handle& value) {
  return py::module_::import("alembert.calls").attr("describe")(value).cast<std::string>();
}

double number_of(const py::handle& value, const std::string& what) {
  if (is_number(value.ptr())) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred()) throw py::error_already_set();
    return number;
  }
  throw py::type_error(what + " is a number, not " + description_of(value));
}

std::string path_of(const py::object& path) {
  return py::str(py::module_::import("os").attr("fspath")(path)).cast<std::string>();
}

void raise_os_error(int code, const std::string& path) {
  errno = code;
  PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
  throw py::error_already_set();
}

}  // namespace alembert::python
