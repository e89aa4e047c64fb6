// Constraints of a system, their non-ideal parts, watches, and the forces of constraint as symbols.

#include <pybind11/stl.h>

#include "mechanics/model_error.hpp"
#include "names.hpp"
#include "system_parts.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

namespace {

Equation own(const PythonSystem& self, const FormulaEquation& equation) {
  return {self.own(equation.left), self.own(equation.right)};
}

// a function of System about a constraint; if there is no such constraint, the nearest name is
// offered
template <class Function>
auto about(const PythonSystem& self, const std::string& constraint, const Function& word) {
  try {
    return word();
  } catch (const ModelError& error) {
    std::vector<std::string_view> known;
    for (const Constraint& one : self.described().constraints()) {
      known.push_back(one.name);
      for (const ConstraintRow& row : one.rows) known.push_back(row.name);
    }
    const bool is_unknown = error.message() == "there is no constraint '" + constraint + "'";
    if (!is_unknown || !error.hint().empty()) throw;
    throw ModelError(error.message(), did_you_mean(constraint, known));
  }
}

void add_constraint(PythonSystem& self, const std::string& name, const FormulaEquation& equation) {
  const Equation row = own(self, equation);
  label(name, "constraint");
  const Hold hold(*self.keeper());
  self.edit().system.constraint(name, row);
}

// a symbol that System makes of a name
void add_named(SystemClass& systems, const char* name, Expr (System::*word)(const std::string&),
               const char* argument, const char* doc) {
  systems.def(
      name,
      [word](PythonSystem& self, const std::string& of) {
        const Hold hold(*self.keeper());
        return about(self, of, [&] { return self.formula((self.edit().system.*word)(of)); });
      },
      py::arg(argument), doc);
}

// a symbol that System makes of a constraint and a coordinate
void add_on_coordinate(SystemClass& systems, const char* name,
                       Expr (System::*word)(const std::string&, const Expr&), const char* doc) {
  systems.def(
      name,
      [word](PythonSystem& self, const std::string& constraint, const Formula& coordinate) {
        const Expr x = self.own(coordinate);
        const Hold hold(*self.keeper());
        return about(self, constraint,
                     [&] { return self.formula((self.edit().system.*word)(constraint, x)); });
      },
      py::arg("constraint"), py::arg("coordinate"), doc);
}

}  // namespace

void bind_constraints(SystemClass& systems) {
  systems
      .def(
          "constraint", add_constraint, py::arg("name"), py::arg("equation"),
          R"(Adds a constraint, an equation between formulas: its level is found. A formula alone means that it is zero, and
a list of equations makes one row of each.

>>> disk = al.System()
>>> x, phi = disk.coordinates("x phi")
>>> disk.kinetic(al.rate(x)**2 / 2 + al.rate(phi)**2 / 4)
>>> disk.constraint("rolls", al.rate(x) == al.rate(phi))
>>> disk.equations().A
[1, -1]
)")
      .def(
          "constraint",
          [](PythonSystem& self, const std::string& name,
             const std::vector<FormulaEquation>& equations) {
            label(name, "constraint");
            std::vector<Equation> rows;
            for (const FormulaEquation& equation : equations) rows.push_back(own(self, equation));
            const Hold hold(*self.keeper());
            self.edit().system.constraint(name, rows);
          },
          py::arg("name"), py::arg("equation"))
      .def(
          "constraint",
          [](PythonSystem& self, const std::string& name, const Formula& vanishing) {
            add_constraint(self, name, {vanishing, Formula(0.0)});
          },
          py::arg("name"), py::arg("equation"))
      .def(
          "nonideal",
          [](PythonSystem& self, const std::string& constraint, const Formula& coordinate,
             const Formula& formula) {
            const Expr x = self.own(coordinate), force = self.own(formula);
            const Hold hold(*self.keeper());
            about(self, constraint, [&] { self.edit().system.nonideal(constraint, x, force); });
          },
          py::arg("constraint"), py::arg("coordinate"), py::arg("formula"),
          "Adds to the vector C of a constraint, which does work in virtual displacements.")
      .def(
          "weight",
          [](PythonSystem& self, const std::string& constraint, const Formula& formula) {
            const Expr weight = self.own(formula);
            const Hold hold(*self.keeper());
            about(self, constraint, [&] { self.edit().system.weight(constraint, weight); });
          },
          py::arg("constraint"), py::arg("formula"),
          "The weight of a constraint's rows where measured rows may contradict each other.")
      .def(
          "watch",
          [](PythonSystem& self, const std::string& name, const Formula& formula,
             const std::string& unit) {
            const Expr watched = self.own(formula);
            label(name, "watch");
            const Hold hold(*self.keeper());
            self.edit().system.watch(name, watched, unit);
          },
          py::arg("name"), py::arg("formula"), py::arg("unit") = "", "Names an output.")
      .def(
          "watch",
          [](PythonSystem& self, const std::string& name, const std::vector<Formula>& vector,
             const std::string& unit) {
            label(name, "watch");
            std::vector<Expr> watched;
            for (const Formula& component : vector) watched.push_back(self.own(component));
            const Hold hold(*self.keeper());
            System& system = self.edit().system;
            for (std::size_t k = 0; k < watched.size(); ++k)
              system.watch(name + "." + std::to_string(k + 1), watched[k], unit);
          },
          py::arg("name"), py::arg("formula"), py::arg("unit") = "");
  add_named(systems, "lambda_", &System::lambda, "row", "The ideal multiplier of a row.");
  add_named(systems, "total", &System::total, "row", "The true multiplier of a row.");
  add_named(systems, "power", &System::power, "constraint", "q'·reaction of a constraint.");
  systems.def(
      "energy",
      [](PythonSystem& self) {
        const Hold hold(*self.keeper());
        return self.formula(self.edit().system.energy());
      },
      "The energy function q'·dL/dq' - L.");
  add_on_coordinate(systems, "ideal", &System::ideal, "The ideal force on a coordinate.");
  add_on_coordinate(systems, "reaction", &System::reaction, "The whole force on a coordinate.");
  add_on_coordinate(
      systems, "nonideal",
      static_cast<Expr (System::*)(const std::string&, const Expr&)>(&System::nonideal),
      "The non-ideal force on a coordinate.");
}

}  // namespace alembert::python
