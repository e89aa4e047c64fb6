// How a run ended, what happened on the way, and its audit.

#include <pybind11/stl.h>

#include "python_motion.hpp"
#include "symbol/print.hpp"

namespace alembert::python {

void bind_outcome(py::module_& module) {
  py::class_<Outcome>(module, "Outcome", "How a run ended.")
      .def_property_readonly(
          "fate", [](const Outcome& outcome) { return std::string(name_of(outcome.fate)); },
          "'reached the end', 'stopped', 'interrupted', ...")
      .def_readonly("t", &Outcome::t, "When it ended.")
      .def_readonly("detail", &Outcome::detail, "Which condition, which rows, how large.")
      .def_property_readonly("complete", &Outcome::complete,
                             "Whether it reached its end, or a condition stopped it.")
      .def_property_readonly(
          "hint", [](const Outcome& outcome) { return std::string(hint_for(outcome.fate)); },
          "What to do about it, where a model can help.")
      .def("__str__", &Outcome::words)
      .def("__repr__", [](const Outcome& outcome) { return "<" + outcome.words() + ">"; })
      .def(py::pickle(
          [](const Outcome& outcome) {
            return py::make_tuple(static_cast<int>(outcome.fate), outcome.t, outcome.detail);
          },
          [](const py::tuple& state) {
            return Outcome{static_cast<Fate>(state[0].cast<int>()), state[1].cast<double>(),
                           state[2].cast<std::string>()};
          }));
  py::class_<Event>(module, "Event", "Something that happened on the way.")
      .def_readonly("t", &Event::t)
      .def_readonly("what", &Event::what)
      .def("__repr__",
           [](const Event& event) {
             return "<" + event.what + " at t = " + number_text(event.t) + ">";
           })
      .def(py::pickle([](const Event& event) { return py::make_tuple(event.t, event.what); },
                      [](const py::tuple& state) {
                        return Event{state[0].cast<double>(), state[1].cast<std::string>()};
                      }));
  py::class_<LargestResiduals>(module, "LargestResiduals",
                               "The largest residuals that occurred, at every step and output.")
      .def_readonly("position", &LargestResiduals::position)
      .def_readonly("velocity", &LargestResiduals::velocity)
      .def_readonly("acceleration", &LargestResiduals::acceleration)
      .def_readonly("virtual_work", &LargestResiduals::virtual_work)
      .def("__repr__", [](const LargestResiduals& largest) {
        return "<largest residuals: position " + number_text(largest.position) + ", velocity " +
               number_text(largest.velocity) + ", acceleration " +
               number_text(largest.acceleration) + ", virtual work " +
               number_text(largest.virtual_work) + ">";
      });
  py::class_<RunTimes>(module, "RunTimes", "Seconds that the parts of a run took.")
      .def_readonly("derive", &RunTimes::derive)
      .def_readonly("compile", &RunTimes::compile)
      .def_readonly("run", &RunTimes::run)
      .def("__repr__", [](const RunTimes& seconds) {
        return "<seconds: derive " + number_text(seconds.derive) + ", compile " +
               number_text(seconds.compile) + ", run " + number_text(seconds.run) + ">";
      });
}

}  // namespace alembert::python
