// Systems for Python: the words of the C++ System, the start, and from there to motions and
// equations.

#include <pybind11/stl.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "bindings.hpp"
#include "names.hpp"
#include "numbers.hpp"
#include "python_system.hpp"
#include "system_parts.hpp"
#include "text/read.hpp"
#include "text/write.hpp"

namespace alembert::python {

namespace {

// a word of System that takes one formula
void add_term(SystemClass& systems, const char* name, void (System::*word)(const Expr&),
              const char* doc) {
  systems.def(
      name,
      [word](PythonSystem& self, const Formula& formula) {
        const Expr own = self.own(formula);
        const Hold hold(*self.keeper());
        (self.edit().system.*word)(own);
      },
      py::arg("formula"), doc);
}

std::vector<Formula> coordinates(PythonSystem& self, const std::string& names) {
  const std::vector<std::string> words = names_in(names);
  for (const std::string& name : words) formula_name(name, "coordinate");
  const Hold hold(*self.keeper());
  std::vector<Formula> symbols;
  for (const std::string& name : words)
    symbols.push_back(self.formula(self.edit().system.coordinate(name)));
  return symbols;
}

ReadOptions read_options(const py::kwargs& set) {
  ReadOptions options;
  for (const auto& [name, value] : set)
    options.set.emplace_back(name.cast<std::string>(),
                             number_of(value, "the parameter " + name.cast<std::string>()));
  return options;
}

// as errno has it; 0 where it can be read
int why_not_readable(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return EISDIR;
  errno = 0;
  return std::ifstream(path) ? 0 : errno;
}

PythonSystem read(const py::object& path, const py::kwargs& set) {
  const std::string name = path_of(path);
  const ReadOptions options = read_options(set);
  if (const int reason = why_not_readable(name)) raise_os_error(reason, name);
  Model model = read_model(name, options);
  ModelText text{name, model.text};
  return PythonSystem(std::move(model), std::move(text));
}

PythonSystem read_string(const std::string& text, const std::string& name, const py::kwargs& set) {
  return PythonSystem(read_text(text, name, read_options(set)), {name, text});
}

std::vector<std::string> names_of(const auto& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

void bind_description(SystemClass& systems) {
  add_term(systems, "kinetic", &System::kinetic, "Adds to the kinetic energy T.");
  add_term(systems, "potential", &System::potential, "Adds to the potential energy V.");
  add_term(systems, "lagrangian", &System::lagrangian, "Adds to the Lagrangian L.");
  add_term(systems, "virtual_power", &System::virtual_power,
           "Adds dP/dq' to the generalised forces; P must be linear in the velocities.");
  add_term(systems, "dissipation", &System::dissipation,
           "Rayleigh's function D: adds -dD/dq' to the generalised forces.");
  systems
      .def(
          "coordinate",
          [](PythonSystem& self, const std::string& name) {
            formula_name(name, "coordinate");
            const Hold hold(*self.keeper());
            return self.formula(self.edit().system.coordinate(name));
          },
          py::arg("name"), "Adds a coordinate and returns its symbol; its velocity is rate(x).")
      .def("coordinates", coordinates, py::arg("names"),
           "Adds coordinates, their names separated by blanks or commas: x, y = "
           "system.coordinates(\"x y\").")
      .def(
          "parameter",
          [](PythonSystem& self, const std::string& name, const Formula& value,
             const std::string& unit) {
            const Expr own = self.own(value);
            formula_name(name, "parameter");
            const Hold hold(*self.keeper());
            return self.formula(self.edit().system.parameter(name, own, unit));
          },
          py::arg("name"), py::arg("value"), py::arg("unit") = "",
          "Adds a named constant, a number or a formula of earlier parameters.")
      .def_property_readonly(
          "time", [](const PythonSystem& self) { return self.formula(self.described().time()); },
          "Time t.")
      .def(
          "symbol",
          [](const PythonSystem& self, const py::str& name) {
            return self.formula(self.symbol(name));
          },
          py::arg("name"), "The symbol of a coordinate, velocity or parameter, by name.")
      .def(
          "define",
          [](PythonSystem& self, const std::string& name, const Formula& formula) {
            const Expr own = self.own(formula);
            formula_name(name, "definition");
            const Hold hold(*self.keeper());
            return self.formula(self.edit().system.define(name, own));
          },
          py::arg("name"), py::arg("formula"), "Names a formula and returns it.")
      .def(
          "force",
          [](PythonSystem& self, const Formula& coordinate, const Formula& formula) {
            const Expr x = self.own(coordinate), force = self.own(formula);
            const Hold hold(*self.keeper());
            self.edit().system.force(x, force);
          },
          py::arg("coordinate"), py::arg("formula"),
          "Adds a non-conservative generalised force on a coordinate.")
      .def(
          "particle",
          [](PythonSystem& self, const std::string& name, const Formula& mass,
             const std::vector<Formula>& at, const std::vector<Formula>& force) {
            Particle particle{label(name, "particle"), self.own(mass), {}, {}};
            for (const Formula& component : at) particle.at.push_back(self.own(component));
            for (const Formula& component : force) particle.force.push_back(self.own(component));
            const Hold hold(*self.keeper());
            self.edit().system.particle(particle);
          },
          py::arg("name"), py::arg("mass"), py::arg("at"),
          py::arg("force") = std::vector<Formula>(),
          "Adds a mass point at a position of 2 or 3 components, with a force on it.");
}

void bind_known(SystemClass& systems) {
  systems
      .def_property_readonly("title",
                             [](const PythonSystem& self) { return self.described().title(); })
      .def_property_readonly(
          "coordinate_names",
          [](const PythonSystem& self) { return names_of(self.system().coordinates()); })
      .def_property_readonly(
          "constraint_names",
          [](const PythonSystem& self) { return names_of(self.system().constraints()); })
      .def_property_readonly(
          "parameters",
          [](const PythonSystem& self) {
            py::dict values;
            for (const Parameter& parameter : self.described().parameters())
              values[py::str(parameter.name)] = parameter.value;
            return values;
          },
          "The numbers of the parameters, by name.")
      .def(
          "with_parameters",
          [](const PythonSystem& self, const py::kwargs& numbers) {
            return self.with_parameters(numbers);
          },
          "A copy with some parameters set: system.with_parameters(l=2). Formulas are not shared.")
      .def(
          "text",
          [](const PythonSystem& self) {
            const Hold hold(*self.keeper());
            return write_text(self.model());
          },
          "The model as a file of the model language.")
      .def("__copy__", [](const PythonSystem& self) { return self.with_parameters({}); })
      .def("__deepcopy__",
           [](const PythonSystem& self, const py::dict&) { return self.with_parameters({}); })
      .def(py::pickle(
          [](const PythonSystem& self) {
            const Hold hold(*self.keeper());
            return py::str(write_text(self.model()));
          },
          [](const py::str& text) {
            return PythonSystem(read_text(text.cast<std::string>(), "system"));
          }))
      .def("__repr__", [](const PythonSystem& self) {
        const std::string& title = self.described().title();
        return "<System" + (title.empty() ? "" : " \"" + title + "\"") + " of " +
               std::to_string(self.described().coordinates().size()) + " coordinates and " +
               std::to_string(self.described().constraints().size()) + " constraints>";
      });
}

}  // namespace

void bind_system(py::module_& module) {
  SystemClass systems(module, "System",
                      R"(System(title='')
--

A mechanical system: coordinates, energies, forces, constraints.

>>> pendulum = al.System("Pendulum")
>>> x, y = pendulum.coordinates("x y")
>>> m, l = pendulum.parameter("m", 1.0), pendulum.parameter("l", 1.0)
>>> pendulum.kinetic(m / 2 * (al.rate(x)**2 + al.rate(y)**2))
>>> pendulum.potential(m * 9.81 * y)
>>> pendulum.constraint("rod", x**2 + y**2 == l**2)
>>> motion = pendulum.simulate(start={x: 1, y: 0}, until=10)
>>> print(f"{motion.at(10)['x']:.6f}, {motion.reaction('rod').at(10)['y']:.6f}")
0.275087, 27.202940
)");
  systems.def(py::init([](const std::string& title) {
                return PythonSystem(Model{System(title), {}, {}, {}, {}});
              }),
              py::arg("title") = "");
  bind_description(systems);
  bind_bodies(module, systems);
  bind_constraints(systems);
  bind_known(systems);
  bind_runs(systems);
  module.def("read", read, py::arg("path"),
             R"(Reads a model file; keywords set parameters, also those that bound families.

>>> from pathlib import Path
>>> file = Path(al.__file__).parent / "models/double_pendulum/double_pendulum.mech"
>>> al.read(file, l1=2)
<System "Double pendulum in Cartesian coordinates" of 4 coordinates and 2 constraints>
)");
  module.def("read_text", read_string, py::arg("text"), py::arg("name") = "model.mech",
             "Reads a model from a text; the name is for messages.");
}

}  // namespace alembert::python
