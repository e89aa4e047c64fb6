// The equations of motion for Python: M, Q, A, b as arrays of formulas, and accelerations of many states.

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/freedoms.hpp"
#include "mechanics/model_error.hpp"
#include "python_equations.hpp"
#include "report/equations_report.hpp"

namespace alembert::python {

namespace {

using EquationsClass = py::class_<PythonEquations, std::shared_ptr<PythonEquations>>;
using Shared = std::shared_ptr<PythonEquations>;

FormulaArray matrix(const Shared& of, const FormulaMatrix& matrix) {
  std::vector<NodeId> formulas;
  std::vector<std::size_t> places;
  for (const Entry& entry : matrix.entries) {
    formulas.push_back(entry.value);
    places.push_back(entry.row * matrix.columns + entry.column);
  }
  return {of,
          {static_cast<py::ssize_t>(matrix.rows), static_cast<py::ssize_t>(matrix.columns)},
          std::move(formulas),
          std::move(places)};
}

FormulaArray column(const Shared& of, const std::vector<NodeId>& formulas) {
  std::vector<std::size_t> places(formulas.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  return {of, {static_cast<py::ssize_t>(formulas.size())}, formulas, std::move(places)};
}

[[noreturn]] void refuse(const Trouble& trouble, std::size_t state) {
  throw ModelError("state " + std::to_string(state) +
                       " has no acceleration: " + std::string(name_of(trouble.fate)) +
                       (trouble.detail.empty() ? "" : ", " + trouble.detail),
                   std::string(hint_for(trouble.fate)));
}

/// q̈ at every state; states that lie off the constraints get the q̈ that meets A q̈ = b all the same.
void accelerate_all(Dynamics& dynamics, const StateBatch& states, double* result) {
  const std::size_t n = dynamics.coordinates();
  numeric::Vector y(2 * n), dy(2 * n + 4);
  ExplicitMotion* const written_out = dynamics.explicit_motion();
  for (std::size_t i = 0; i < states.count(); ++i) {
    const double t = states.at(0, i);
    states.copy_state(i, y.data());
    if (written_out && written_out->accelerate(t, y.data(), dy.data())) {
      result = std::copy_n(dy.data() + n, n, result);
      continue;
    }
    dynamics.forget_rank();
    const auto half = static_cast<numeric::Index>(n);
    const Instant& now = dynamics.instant(t, y.head(half), y.tail(half));
    if (now.trouble) refuse(now.trouble, i);
    result = std::copy_n(now.acceleration.data(), n, result);
  }
}

py::array accelerations(const Shared& self, const Numbers& q, const py::object& v,
                        const Numbers& t) {
  const std::size_t n = self->equations.system.coordinates().size();
  const StateBatch states(n, q, v, t);
  py::array_t<double> result(states.shape_with({static_cast<py::ssize_t>(n)}));
  double* const numbers = result.mutable_data();
  const Hold hold(*self->keeper);
  const py::gil_scoped_release others_may_go_on;
  if (!self->dynamics) self->dynamics = std::make_unique<Dynamics>(self->equations);
  accelerate_all(*self->dynamics, states, numbers);
  return result;
}

void bind_formula_array(py::module_& module) {
  py::class_<FormulaArray>(module, "FormulaArray", R"(A matrix or vector of formulas.

Called with states it gives numbers: ``q`` and ``v`` are arrays whose last axis counts the coordinates,
``t`` and parameters are single numbers or one for each state.

>>> M = al.read("models/double_pendulum/double_pendulum.mech").equations().M
>>> M.shape
(4, 4)
>>> M[0, 0]
m1
>>> M(np.zeros((1000, 4)), m1=3).shape
(1000, 4, 4)
)")
      .def_property_readonly("shape",
                             [](const FormulaArray& a) { return py::tuple(py::cast(a.shape())); })
      .def("__len__", [](const FormulaArray& a) { return a.shape().front(); })
      .def("__getitem__",
           [](const FormulaArray& a, std::size_t i) {
             if (a.shape().size() != 1) throw py::index_error("a matrix has two indices: M[0, 1]");
             if (i >= static_cast<std::size_t>(a.shape()[0])) throw py::index_error();
             return a.at(i);
           })
      .def("__getitem__",
           [](const FormulaArray& a, std::pair<std::size_t, std::size_t> place) {
             if (a.shape().size() != 2) throw py::index_error("a vector has one index: Q[0]");
             const auto columns = static_cast<std::size_t>(a.shape()[1]);
             if (place.first >= static_cast<std::size_t>(a.shape()[0]) || place.second >= columns)
               throw py::index_error();
             return a.at(place.first * columns + place.second);
           })
      .def(
          "__call__",
          [](const FormulaArray& a, const Numbers& q, const py::object& v, const Numbers& t,
             const py::kwargs& parameters) { return a.call(q, v, t, parameters); },
          py::arg("q"), py::arg("v") = py::none(), py::arg("t") = 0.0,
          "The numbers at one or many states.")
      .def("__repr__", &FormulaArray::text)
      .def("latex", &FormulaArray::latex, "As a matrix in LaTeX.")
      .def("_repr_latex_", [](const FormulaArray& a) { return "$" + a.latex() + "$"; });
}

std::vector<std::string> row_names(const PythonEquations& self) {
  std::vector<std::string> names;
  for (const EquationRow& row : self.equations.rows) names.push_back(row.name);
  return names;
}

}  // namespace

void bind_equations(py::module_& module) {
  bind_formula_array(module);
  EquationsClass(module, "Equations",
                 R"(The explicit equations M q'' = Q + (forces of constraint), A q'' = b.

>>> equations = al.read("models/pendulum/cartesian.mech").equations()
>>> equations.A
[2*x, 2*y]
>>> A, b = equations.A(q=[0, -1], v=[2, 0]), equations.b(q=[0, -1], v=[2, 0])
>>> bool(np.allclose(A @ equations.acceleration(q=[0, -1], v=[2, 0]), b))
True
)")
      .def_property_readonly(
          "M", [](const Shared& s) { return matrix(s, s->equations.M); }, "The mass matrix.")
      .def_property_readonly(
          "Q", [](const Shared& s) { return column(s, s->equations.Q); },
          "Everything in M q'' = Q but the forces of constraint.")
      .def_property_readonly(
          "A", [](const Shared& s) { return matrix(s, s->equations.A); },
          "The rows of the constraints.")
      .def_property_readonly(
          "b", [](const Shared& s) { return column(s, s->equations.b); },
          "The right-hand sides of the constraints.")
      .def_property_readonly("rows", row_names, "The names of the rows of A.")
      .def_property_readonly(
          "coordinates",
          [](const PythonEquations& self) {
            std::vector<std::string> names;
            for (const Coordinate& x : self.equations.system.coordinates()) names.push_back(x.name);
            return names;
          },
          "The names of the coordinates.")
      .def_property_readonly("lagrangian",
                             [](const PythonEquations& self) {
                               return Formula(Expr(*self.keeper->graph, self.equations.L),
                                              self.keeper);
                             })
      .def_property_readonly(
          "energy",
          [](const PythonEquations& self) {
            return Formula(Expr(*self.keeper->graph, self.equations.energy), self.keeper);
          },
          "q'·dL/dq' - L.")
      .def_property_readonly("freedoms",
                             [](const PythonEquations& self) {
                               const Hold hold(*self.keeper);
                               return count_freedoms(self.equations).freedoms;
                             })
      .def_property_readonly("notes",
                             [](const PythonEquations& self) { return self.equations.notes; })
      .def("acceleration", accelerations, py::arg("q"), py::arg("v") = py::none(),
           py::arg("t") = 0.0, "q'' at one or many states; ModelError where there is none.")
      .def("__str__",
           [](const PythonEquations& self) {
             const Hold hold(*self.keeper);
             return equations_text(self.equations, {.derive = self.derive_seconds});
           })
      .def(
          "latex",
          [](const PythonEquations& self) {
            const Hold hold(*self.keeper);
            return equations_latex(self.equations);
          },
          "The displayed equations in LaTeX, one after the other.")
      .def(
          "json",
          [](const PythonEquations& self) {
            const Hold hold(*self.keeper);
            return equations_json(self.equations, {.derive = self.derive_seconds});
          },
          "Everything needed to rebuild the equations elsewhere.")
      .def("_repr_latex_", [](const PythonEquations& self) {
        const Hold hold(*self.keeper);
        std::string displays;
        for (const EquationDisplay& display : equation_displays(self.equations))
          displays += "$$" + display.body + "$$\n";
        return displays;
      });
}

}  // namespace alembert::python
