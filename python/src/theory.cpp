// explain, verify and equilibrium for Python.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "python_motion.hpp"
#include "report/equilibrium_report.hpp"
#include "report/explanation_report.hpp"
#include "report/verification_report.hpp"
#include "symbol/print.hpp"
#include "theory/equilibrium.hpp"
#include "theory/explanation.hpp"
#include "theory/verification.hpp"

namespace alembert::python {

namespace {

struct Story {
  theory::Explanation story;
  std::string title;
};

struct Verdict {
  theory::Verification verification;
  std::string title;
};

struct Rest {
  theory::Equilibrium rest;
  System system;
};

py::array array_of(const numeric::Vector& v) { return py::array_t<double>(v.size(), v.data()); }

Story explain(const PythonMotion& self, std::optional<double> t) {
  const Hold hold(*self.keeper);
  const py::gil_scoped_release others_may_go_on;
  return {theory::explain(self.motion, t.value_or(self.motion.start_time())),
          self.model->system.title()};
}

Verdict verify(const PythonMotion& self, int instants) {
  if (instants < 2) throw ModelError("a motion is verified at 2 instants or more");
  const Hold hold(*self.keeper);
  const py::gil_scoped_release others_may_go_on;
  return {theory::verify(self.motion, {.instants = instants}), self.model->system.title()};
}

Rest equilibrium(const PythonSystem& self, double t) {
  const Hold hold(*self.keeper());
  const py::gil_scoped_release others_may_go_on;
  return {theory::find_equilibrium(self.model(), t), self.system()};
}

std::string svg_of(const Story& self) {
  const theory::Figure figure = theory::figure(theory::scaled_picture(self.story.scene.equations));
  if (!figure.does_not_apply.empty())
    throw ModelError("there is no picture of this state: " + figure.does_not_apply);
  return picture_svg(figure_picture(figure, self.title));
}

void bind_explanation(py::module_& module) {
  using theory::ConstraintForce;
  using theory::RowShare;
  py::class_<RowShare>(module, "RowShare", "One row of A q'' = b and what it adds to q''.")
      .def_readonly("name", &RowShare::name)
      .def_readonly("b", &RowShare::b)
      .def_readonly("violation", &RowShare::violation)
      .def_property_readonly("answer", [](const RowShare& row) { return array_of(row.answer); })
      .def_readonly("lambda_", &RowShare::lambda)
      .def_readonly("total", &RowShare::lambda_total)
      .def_readonly("unique", &RowShare::unique);
  py::class_<ConstraintForce>(module, "ConstraintForce", "The force of one constraint, with power.")
      .def_readonly("name", &ConstraintForce::name)
      .def_property_readonly("ideal", [](const ConstraintForce& f) { return array_of(f.ideal); })
      .def_property_readonly("nonideal",
                             [](const ConstraintForce& f) { return array_of(f.nonideal); })
      .def_readonly("ideal_power", &ConstraintForce::ideal_power)
      .def_readonly("nonideal_power", &ConstraintForce::nonideal_power);
  py::class_<Story>(module, "Explanation", "One instant told in the words of the theory; print it.")
      .def_property_readonly("acceleration",
                             [](const Story& s) { return array_of(s.story.acceleration); })
      .def_property_readonly(
          "free_acceleration", [](const Story& s) { return array_of(s.story.free_acceleration); },
          "What the system would do without constraints.")
      .def_property_readonly("nonideal_share",
                             [](const Story& s) { return array_of(s.story.nonideal_share); })
      .def_property_readonly("rows", [](const Story& s) { return s.story.rows; })
      .def_property_readonly("forces", [](const Story& s) { return s.story.forces; })
      .def_property_readonly("rank", [](const Story& s) { return s.story.rank; })
      .def_property_readonly("singular_values",
                             [](const Story& s) { return s.story.singular_values; })
      .def_property_readonly("notes", [](const Story& s) { return s.story.notes; })
      .def("json", [](const Story& s) { return explanation_json(s.story, s.title); })
      .def(
          "routes", [](const Story& s) { return routes_text(s.story); },
          "The same acceleration by the routes of several centuries.")
      .def("svg", svg_of, "The picture of this state in scaled accelerations.")
      .def("__repr__",
           [](const Story& s) {
             return "<Explanation of t = " + number_text(s.story.scene.t) + ": " +
                    std::to_string(s.story.rows.size()) + " rows of rank " +
                    std::to_string(s.story.rank) + "; print it>";
           })
      .def("__str__", [](const Story& s) { return explanation_text(s.story, s.title); });
  module.def("explain", explain, py::arg("motion"), py::arg("t") = py::none(),
             R"(One instant of a motion: free acceleration, violations, shares, forces by name.

>>> motion = al.example("pendulum/cartesian").simulate(until=1)
>>> story = al.explain(motion, t=0.5)
>>> story.rank
1
>>> shares = sum(row.answer for row in story.rows)
>>> bool(np.allclose(story.acceleration, story.free_acceleration + shares))
True
)");
}

void bind_verification(py::module_& module) {
  using theory::Verified;
  py::class_<Verified>(module, "Verified",
                       "A statement of the theory, where it came nearest to its bound.")
      .def_property_readonly("id", [](const Verified& v) { return v.worst.id; })
      .def_property_readonly("statement", [](const Verified& v) { return v.worst.statement; })
      .def_property_readonly("residual", [](const Verified& v) { return v.worst.residual; })
      .def_property_readonly("bound", [](const Verified& v) { return v.worst.bound; })
      .def_property_readonly("does_not_apply",
                             [](const Verified& v) { return v.worst.does_not_apply; })
      .def_property_readonly("holds", [](const Verified& v) { return v.worst.holds(); })
      .def_readonly("t", &Verified::t)
      .def_readonly("instants", &Verified::instants)
      .def("__repr__", [](const Verified& v) {
        const bool applies = v.worst.does_not_apply.empty();
        return "<" + v.worst.id + ": " +
               (!applies          ? "does not apply"
                : v.worst.holds() ? "holds"
                                  : "fails") +
               ">";
      });
  py::class_<Verdict>(module, "Verification", "What holds along a motion; print it.")
      .def_property_readonly("held", [](const Verdict& v) { return v.verification.held(); })
      .def_property_readonly("failed", [](const Verdict& v) { return v.verification.failed(); })
      .def_property_readonly("not_applicable",
                             [](const Verdict& v) { return v.verification.not_applicable(); })
      .def_property_readonly("statements",
                             [](const Verdict& v) { return v.verification.statements; })
      .def("json", [](const Verdict& v) { return verification_json(v.verification, v.title); })
      .def("__bool__", [](const Verdict& v) { return v.verification.failed() == 0; })
      .def("__repr__",
           [](const Verdict& v) {
             return "<Verification: " + std::to_string(v.verification.held()) + " hold, " +
                    std::to_string(v.verification.failed()) + " fail, " +
                    std::to_string(v.verification.not_applicable()) + " do not apply>";
           })
      .def("__str__", [](const Verdict& v) { return verification_text(v.verification, v.title); });
  module.def(
      "verify", verify, py::arg("motion"), py::arg("instants") = 20,
      R"(Checks every principle and identity of the theory along a motion, by independent routes.

>>> motion = al.example("pendulum/cartesian").simulate(until=1)
>>> al.verify(motion, instants=5).failed
0
)");
}

}  // namespace

void bind_theory(py::module_& module) {
  bind_explanation(module);
  bind_verification(module);
  py::class_<Rest>(module, "Equilibrium", "A state of rest; print it.")
      .def_property_readonly("q", [](const Rest& r) { return array_of(r.rest.q); })
      .def_property_readonly("stability",
                             [](const Rest& r) { return std::string(name_of(r.rest.stability)); })
      .def_property_readonly("reason", [](const Rest& r) { return r.rest.reason; })
      .def_property_readonly("curvatures",
                             [](const Rest& r) { return array_of(r.rest.curvatures); })
      .def_property_readonly(
          "reactions",
          [](const Rest& r) {
            py::dict forces;
            for (const theory::StaticReaction& reaction : r.rest.reactions)
              forces[py::str(reaction.constraint)] = array_of(reaction.force);
            return forces;
          },
          "The force of each constraint, by coordinate.")
      .def("json", [](const Rest& r) { return equilibrium_json(r.rest, r.system); })
      .def("__repr__",
           [](const Rest& r) {
             return "<Equilibrium: " + std::string(name_of(r.rest.stability)) + "; print it>";
           })
      .def("__str__", [](const Rest& r) { return equilibrium_text(r.rest, r.system); });
  module.def("equilibrium", equilibrium, py::arg("system"), py::arg("t") = 0.0,
             "A state of rest near the start of a system, its forces, and whether it is stable.");
}

}  // namespace alembert::python
