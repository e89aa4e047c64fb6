#pragma once
/// Numbers as users give them in Python: of Python, of numpy, fractions; and paths.

#include <pybind11/pybind11.h>

#include <string>

namespace alembert::python {

namespace py = pybind11;

/// Whether it is a number, including those of numpy and of the module fractions; arrays are not,
/// even with one element.
bool is_number(PyObject* object);

/// What `value` is, for messages: "a list", "an array of shape (2,)", "the text '1'".
std::string description_of(const py::handle& value);

/// The number, or TypeError that says what was given in place of "the start value of x".
double number_of(const py::handle& value, const std::string& what);

/// The path of a str or a pathlib.Path.
std::string path_of(const py::object& path);

/// Raises OSError with the words of `errno` for a path.
[[noreturn]] void raise_os_error(int code, const std::string& path);

}  // namespace alembert::python
