// The equations of motion for Python: M, Q, A, b as arrays of formulas, and accelerations of many
// states.

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/freedoms.hpp"
#include "mechanics/model_error.hpp"
#include "python_equations.hpp"
#include "report/equations_report.hpp"

namespace alembert::python {

namespace {

using EquationsClass = py::class_<PythonEquations, std::shared_ptr<PythonEquations>>;
using Derived = std::shared_ptr<const DerivedEquations>;

std::shared_ptr<FormulaArray> matrix(const Derived& of, const FormulaMatrix& matrix) {
  std::vector<NodeId> formulas;
  std::vector<std::size_t> places;
  for (const Entry& entry : matrix.entries) {
    formulas.push_back(entry.value);
    places.push_back(entry.row * matrix.columns + entry.column);
  }
  return std::make_shared<FormulaArray>(
      of,
      std::vector{static_cast<py::ssize_t>(matrix.rows), static_cast<py::ssize_t>(matrix.columns)},
      std::move(formulas), std::move(places));
}

std::shared_ptr<FormulaArray> column(const Derived& of, const std::vector<NodeId>& formulas) {
  std::vector<std::size_t> places(formulas.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  return std::make_shared<FormulaArray>(of, std::vector{static_cast<py::ssize_t>(formulas.size())},
                                        formulas, std::move(places));
}

// an array of the equations as a property that is made once
template <class Make>
void add_array(EquationsClass& equations, const char* name, const Make& make, const char* doc) {
  equations.def_property_readonly(
      name,
      [name, make](PythonEquations& self) {
        std::shared_ptr<FormulaArray>& array = self.arrays[name];
        if (!array) array = make(self.of);
        return array;
      },
      doc);
}

py::array accelerations(PythonEquations& self, const Numbers& q, const py::object& v,
                        const Numbers& t, const py::kwargs& parameters) {
  const System& system = self.of->equations.system;
  const std::size_t n = system.coordinates().size();
  const std::vector<StateBatch::Given> given = given_parameters(system, parameters);
  std::vector<std::size_t> indices;
  for (const auto& [name, numbers] : given)
    for (std::size_t p = 0; p < system.parameters().size(); ++p)
      if (system.parameters()[p].name == name) indices.push_back(p);
  const StateBatch states(n, q, v, t, given);
  py::array_t<double> result(states.shape_with({static_cast<py::ssize_t>(n)}));
  double* const numbers = result.mutable_data();
  const Hold hold(*self.of->keeper);
  const py::gil_scoped_release others_may_go_on;
  self.accelerations.try_emplace(indices, self.of, indices).first->second.evaluate(states, numbers);
  return result;
}

void bind_formula_array(py::module_& module) {
  py::class_<FormulaArray, std::shared_ptr<FormulaArray>>(module, "FormulaArray",
                                                          R"(A matrix or vector of formulas.

Called with states it gives numbers: ``q`` and ``v`` are arrays whose last axis counts the coordinates,
``t`` and parameters are numbers or arrays; all are broadcast against each other. ``M[0]``, ``M[-1, -1]`` and
``M[:, 0]`` are parts of it, ``np.array(M)`` is an array of formulas.

>>> M = al.example("double_pendulum").equations().M
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
      .def("__getitem__", &FormulaArray::part, py::arg("place"))
      .def(
          "__array__",
          [](const FormulaArray& a, const py::object& dtype) {
            const py::object objects = a.objects();
            return dtype.is_none() ? objects : objects.attr("astype")(dtype);
          },
          py::arg("dtype") = py::none())
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
  for (const EquationRow& row : self.of->equations.rows) names.push_back(row.name);
  return names;
}

}  // namespace

void bind_equations(py::module_& module) {
  bind_formula_array(module);
  EquationsClass equations(module, "Equations",
                           R"(The explicit equations M q'' = Q + (forces of constraint), A q'' = b.

>>> equations = al.example("pendulum/cartesian").equations()
>>> equations.A
[2*x, 2*y]
>>> A, b = equations.A(q=[0, -1], v=[2, 0]), equations.b(q=[0, -1], v=[2, 0])
>>> bool(np.allclose(A @ equations.acceleration(q=[0, -1], v=[2, 0]), b))
True
)");
  add_array(
      equations, "M", [](const Derived& of) { return matrix(of, of->equations.M); },
      "The mass matrix.");
  add_array(
      equations, "Q", [](const Derived& of) { return column(of, of->equations.Q); },
      "Everything in M q'' = Q but the forces of constraint.");
  add_array(
      equations, "A", [](const Derived& of) { return matrix(of, of->equations.A); },
      "The rows of the constraints.");
  add_array(
      equations, "b", [](const Derived& of) { return column(of, of->equations.b); },
      "The right-hand sides of the constraints.");
  equations.def_property_readonly("rows", row_names, "The names of the rows of A.")
      .def_property_readonly(
          "coordinates",
          [](const PythonEquations& self) {
            std::vector<std::string> names;
            for (const Coordinate& x : self.of->equations.system.coordinates())
              names.push_back(x.name);
            return names;
          },
          "The names of the coordinates.")
      .def_property_readonly("lagrangian",
                             [](const PythonEquations& self) {
                               return Formula(Expr(*self.of->keeper->graph, self.of->equations.L),
                                              self.of->keeper);
                             })
      .def_property_readonly(
          "energy",
          [](const PythonEquations& self) {
            return Formula(Expr(*self.of->keeper->graph, self.of->equations.energy),
                           self.of->keeper);
          },
          "q'·dL/dq' - L.")
      .def_property_readonly("freedoms",
                             [](const PythonEquations& self) {
                               const Hold hold(*self.of->keeper);
                               return count_freedoms(self.of->equations).freedoms;
                             })
      .def_property_readonly("notes",
                             [](const PythonEquations& self) { return self.of->equations.notes; })
      .def("acceleration", accelerations, py::arg("q"), py::arg("v") = py::none(),
           py::arg("t") = 0.0,
           "q'' at one or many states, and for parameters of these: acceleration(q, v, m=[1, 2]). "
           "ModelError where "
           "there is none.")
      .def("__repr__",
           [](const PythonEquations& self) {
             const Equations& e = self.of->equations;
             return "<Equations of " + std::to_string(e.system.coordinates().size()) +
                    " coordinates and " + std::to_string(e.rows.size()) + " rows of constraints>";
           })
      .def("__str__",
           [](const PythonEquations& self) {
             const Hold hold(*self.of->keeper);
             return equations_text(self.of->equations, {.derive = self.of->derive_seconds});
           })
      .def(
          "latex",
          [](const PythonEquations& self) {
            const Hold hold(*self.of->keeper);
            return equations_latex(self.of->equations);
          },
          "The displayed equations in LaTeX, one after the other.")
      .def(
          "json",
          [](const PythonEquations& self) {
            const Hold hold(*self.of->keeper);
            return equations_json(self.of->equations, {.derive = self.of->derive_seconds});
          },
          "Everything needed to rebuild the equations elsewhere.")
      .def("_repr_latex_", [](const PythonEquations& self) {
        const Hold hold(*self.of->keeper);
        std::string displays;
        for (const EquationDisplay& display : equation_displays(self.of->equations))
          displays += "$$" + display.body + "$$\n";
        return displays;
      });
}

}  // namespace alembert::python
