// ModelError as an exception of Python, with its mistakes and what they are as attributes.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"

namespace alembert::python {

namespace {

py::object place_of(const Mistake& mistake) {
  return mistake.place.line > 0 ? py::cast(mistake.place) : py::none();
}

}  // namespace

void bind_errors(py::module_& module) {
  py::class_<Place>(module, "Place", "A stretch of one line in a model file.")
      .def_readonly("file", &Place::file)
      .def_readonly("line", &Place::line)
      .def_readonly("column", &Place::column)
      .def_readonly("length", &Place::length)
      .def_readonly("text", &Place::text)
      .def("__repr__", [](const Place& place) {
        return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
      });

  py::class_<Mistake>(module, "Mistake", "One mistake in a model: what, where, and what to do.")
      .def_readonly("message", &Mistake::message)
      .def_readonly("hint", &Mistake::hint)
      .def_property_readonly("place", place_of)
      .def("__repr__", [](const Mistake& mistake) {
        const std::string where =
            mistake.place.line > 0 ? py::repr(place_of(mistake)).cast<std::string>() + ": " : "";
        return "<" + where + mistake.message + ">";
      });

  // the module keeps the type for its whole life
  static py::exception<ModelError> type(module, "ModelError", PyExc_ValueError);
  type.attr("__doc__") =
      R"(A mistake in a model: what is wrong, where, and what to do about it.

>>> try:
...     al.read_text("coordinates x\nkinetic xx'^2/2\n", "rod.mech")
... except al.ModelError as error:
...     error.message, error.place, error.hint
("'xx' is not defined", rod.mech:2:9, "did you mean 'x'?")

These are of the first mistake; all of them are in `mistakes`.

>>> try:
...     al.read_text("coordinates x\nkinetic xx'^2/2\npotential xxx\n", "rod.mech")
... except al.ModelError as error:
...     error.mistakes
[<rod.mech:2:9: 'xx' is not defined>, <rod.mech:3:11: 'xxx' is not defined>]
)";
  // of an exception that is raised in Python
  type.attr("message") = "";
  type.attr("hint") = "";
  type.attr("place") = py::none();
  type.attr("mistakes") = py::tuple();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const ModelError& error) {
      const py::object exception = py::handle(type)(py::str(error.what()));
      exception.attr("message") = error.message();
      exception.attr("hint") = error.hint();
      exception.attr("place") = place_of(error.mistakes().front());
      exception.attr("mistakes") = py::cast(error.mistakes());
      PyErr_SetObject(type.ptr(), exception.ptr());
    }
  });
  module.def(
      "refuse",
      [](const std::string& message, const std::string& hint) { throw ModelError(message, hint); },
      py::arg("message"), py::arg("hint") = "", "Raises a ModelError.");
}

}  // namespace alembert::python
