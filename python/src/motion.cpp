// Motions: columns as views of the table, any instant, and everything written about them.

#include <pybind11/stl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"
#include "motion/expectations.hpp"
#include "motion/table_formulas.hpp"
#include "motion_state.hpp"
#include "numbers.hpp"
#include "python_instants.hpp"
#include "python_motion.hpp"
#include "python_reaction.hpp"
#include "report/html_report.hpp"
#include "report/motion_report.hpp"
#include "text/write.hpp"
#include "watched_formula.hpp"

namespace alembert::python {

namespace {

using MotionClass = py::class_<PythonMotion, std::shared_ptr<PythonMotion>>;

// a property that shows a block of the layout: one column per coordinate
void add_block(MotionClass& motions, const char* name, std::size_t MotionColumns::*block,
               const char* doc) {
  motions.def_property_readonly(
      name,
      [block](const py::object& self) {
        const Motion& motion = self.cast<const PythonMotion&>().motion;
        return columns_view(self, motion.layout().*block,
                            motion.equations().system.coordinates().size());
      },
      doc);
}

// symbols declared after the run are not in it
void require_known(const PythonMotion& self, NodeId formula) {
  const System& system = self.motion.equations().system;
  const Graph& graph = *self.keeper->graph;
  for (const NodeId node : reachable(graph, {formula})) {
    if (!graph.is_symbol(node)) continue;
    const bool is_parameter = graph.kind(node) == Kind::parameter;
    const bool is_state =
        graph.kinds(node).has(Kind::coordinate | Kind::velocity | Kind::acceleration);
    const auto is_of = [&](const Coordinate& x) {
      return x.q == node || x.v == node || x.a == node;
    };
    if ((is_parameter && !system.parameter_values().contains(node)) ||
        (is_state && std::ranges::none_of(system.coordinates(), is_of)))
      throw ModelError("the motion does not know '" + graph.name(node) + "'",
                       "it was declared after the run: simulate again");
  }
}

std::vector<NodeId> nodes_of(const PythonMotion& self, const std::vector<Formula>& formulas) {
  std::vector<NodeId> nodes;
  for (const Formula& formula : formulas) {
    const auto keeper = common_keeper({&formula});
    if (keeper && keeper != self.keeper)
      throw ModelError("a formula of another system is used here");
    nodes.push_back(formula.expr.in(*self.keeper->graph));
    require_known(self, nodes.back());
  }
  return nodes;
}

/// One number per output, or one per output and formula.
py::array evaluate(const PythonMotion& self, const std::vector<Formula>& formulas, bool single) {
  const Hold hold(*self.keeper);
  const std::vector<std::vector<double>> rows =
      self.motion.evaluate_outputs(nodes_of(self, formulas));
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows.size())};
  if (!single) shape.push_back(static_cast<py::ssize_t>(formulas.size()));
  py::array_t<double> values(shape);
  double* next = values.mutable_data();
  for (const std::vector<double>& row : rows) next = std::copy(row.begin(), row.end(), next);
  return values;
}

/// A formula of the model language at every output.
py::array evaluate_text(const PythonMotion& self, const std::string& formula) {
  const Hold hold(*self.keeper);
  const Model model = with_watch(*self.model, formula);
  const Equations equations = derive(model.system);
  TableFormulas program(equations, {equations.watches.back().formula});
  py::array_t<double> values(static_cast<py::ssize_t>(self.motion.size()));
  double* next = values.mutable_data();
  for (std::size_t i = 0; i < self.motion.size(); ++i)
    *next++ = program.evaluate(self.motion.row(i)).front();
  return values;
}

/// A column where the formula is the symbol of one, else the formula at every output.
py::object column(const py::object& self, const py::object& what) {
  const PythonMotion& of = self.cast<const PythonMotion&>();
  const std::string name = column_name(what);
  if (py::isinstance<Formula>(what) && !of.motion.layout().find(name))
    return evaluate(of, {what.cast<Formula>()}, true);
  return column_view(self, column_of(of.motion, name));
}

bool has_column(const PythonMotion& self, const py::object& what) {
  const bool is_name = py::isinstance<py::str>(what) || py::isinstance<Formula>(what);
  return is_name && self.motion.layout().find(column_name(what)).has_value();
}

py::object at(const py::object& self, const py::object& t) {
  const PythonMotion& of = self.cast<const PythonMotion&>();
  if (is_number(t.ptr())) {
    const Hold hold(*of.keeper);
    return py::cast(of.motion.at(number_of(t, "t")));
  }
  return py::cast(PythonInstants(self, t));
}

void write_hdf5(const PythonMotion& self, const py::object& path) {
  const std::string name = path_of(path);
  try {
    write_motion_hdf5(self.motion, name);
  } catch (const std::runtime_error& error) {
    // if the folder is the problem, Python has an exception for it
    const std::filesystem::path folder = std::filesystem::absolute(name).parent_path();
    std::error_code unknown;
    if (!std::filesystem::is_directory(folder, unknown)) raise_os_error(ENOENT, name);
    if (std::filesystem::is_directory(name, unknown)) raise_os_error(EISDIR, name);
    PyErr_SetString(PyExc_OSError, error.what());
    throw py::error_already_set();
  }
}

/// With the start that its caller gave.
Model model_as_run(const PythonMotion& self) {
  Model model = *self.model;
  for (const auto& [symbol, number] : self.options.start) {
    const NodeId node = symbol.node();
    std::erase_if(model.start, [&](const StartValue& value) { return value.symbol == node; });
    model.start.push_back({node, self.keeper->graph->constant(number)});
  }
  return model;
}

std::string html_of(const PythonMotion& self) {
  if (!has_html_report())
    throw std::runtime_error("this build carries no page for reports: it was made without Node");
  const Hold hold(*self.keeper);
  ModelText text = *self.text;
  if (text.text.empty()) text = {"system.mech", write_text(*self.model)};
  return html_report(self.motion, model_as_run(self), text);
}

std::vector<CheckResult> check(const PythonMotion& self) {
  const Hold hold(*self.keeper);
  std::vector<CheckResult> results = check_expectations(*self.model, self.motion);
  bool expects_outcome = false;
  for (const Expectation& expected : self.model->checks)
    expects_outcome |= expected.what == Expectation::What::outcome;
  // a run that ends early is a failure unless the model says so
  if (!expects_outcome && !self.motion.outcome().complete())
    results.push_back({"the run is complete", false, self.motion.outcome().words()});
  return results;
}

void bind_snapshot(py::module_& module) {
  py::class_<Snapshot>(module, "Snapshot", "One instant of a motion, by name.")
      .def_property_readonly("t", &Snapshot::t)
      .def(
          "__getitem__",
          [](const Snapshot& now, const py::object& name) { return now[column_name(name)]; },
          py::arg("name"))
      .def(
          "reaction",
          [](const Snapshot& now, const std::string& constraint) {
            require_constraint(now.equations().system, constraint);
            return now.reaction(constraint);
          },
          py::arg("constraint"), "The force of a constraint, by its name.")
      .def("__repr__", [](const Snapshot& now) { return to_string(now); });
  py::class_<CheckResult>(module, "CheckResult", "One line of a check block with its verdict.")
      .def_readonly("text", &CheckResult::text, "As the model states it.")
      .def_readonly("holds", &CheckResult::holds)
      .def_readonly("figure", &CheckResult::figure, "What was found.")
      .def("__bool__", [](const CheckResult& result) { return result.holds; })
      .def("__repr__", [](const CheckResult& result) {
        return "<" + result.text + ": " + (result.holds ? "holds" : "fails") + ", " +
               result.figure + ">";
      });
}

void bind_columns(MotionClass& motions) {
  motions
      .def_property_readonly(
          "t", [](const py::object& self) { return column_view(self, 0); },
          "The times of the outputs; a view.")
      .def_property_readonly(
          "energy",
          [](const py::object& self) {
            return column_view(self, self.cast<const PythonMotion&>().motion.layout().energy);
          },
          "q'·dL/dq' - L at every output; a view.")
      .def("__getitem__", column, py::arg("name"),
           "A column by its name or symbol, one number per output; a view. Any other formula is "
           "evaluated.")
      .def_property_readonly(
          "table",
          [](const py::object& self) {
            return columns_view(self, 0, self.cast<const PythonMotion&>().motion.layout().width());
          },
          "All columns, one row per output; a view.")
      .def_property_readonly(
          "names", [](const PythonMotion& self) { return self.motion.layout().names(); },
          "The names of the columns.")
      .def("__contains__", has_column, py::arg("name"))
      .def(
          "__iter__",
          [](const PythonMotion& self) { return py::iter(py::cast(self.motion.layout().names())); },
          "The names of the columns.")
      .def("__len__", [](const PythonMotion& self) { return self.motion.size(); })
      .def(
          "reaction",
          [](const py::object& self, const std::string& constraint) {
            return PythonReaction(self, constraint);
          },
          py::arg("constraint"), "The force of a constraint, by its name.");
  add_block(motions, "q", &MotionColumns::q, "The coordinates, a column each; a view.");
  add_block(motions, "v", &MotionColumns::v, "The velocities, a column each; a view.");
  add_block(motions, "a", &MotionColumns::a, "The accelerations, a column each; a view.");
}

FoundStart start_of(const PythonMotion& self) {
  const Hold hold(*self.keeper);
  return found_start(self.motion, model_as_run(self));
}

py::dict found_values(const PythonMotion& self) {
  py::dict values;
  for (const FoundValue& found : start_of(self).values)
    values[py::str(found.name)] = py::make_tuple(found.value, found.guess);
  return values;
}

std::vector<py::dict> other_starts(const PythonMotion& self) {
  std::vector<py::dict> starts;
  for (const std::vector<StartingValue>& other : start_of(self).others) {
    py::dict& values = starts.emplace_back();
    for (const StartingValue& value : other) values[py::str(value.name)] = value.value;
  }
  return starts;
}

void bind_start(MotionClass& motions) {
  motions
      .def_property_readonly(
          "found_start", found_values,
          "What of the start was not given but found: name -> (value, guess or None).")
      .def_property_readonly(
          "other_starts", other_starts,
          "Other starts with the same given and guessed values, by what differs there.");
}

// a record per impact, with the columns of impacts.csv
py::object impacts_of(const PythonMotion& self) {
  const Motion& motion = self.motion;
  std::size_t longest = 1;
  for (const ImpactRecord& impact : motion.impacts())
    longest = std::max(longest, motion.contact_name(impact.contact).size());
  py::list records, type;
  for (const ImpactRecord& impact : motion.impacts())
    records.append(py::make_tuple(impact.t, motion.contact_name(impact.contact), impact.impulse,
                                  impact.tangential, impact.approach, impact.separation,
                                  impact.lost, motion.impact_law(), impact.group, impact.unique));
  const auto column = [&](const char* name, const std::string& kind) {
    type.append(py::make_tuple(name, kind));
  };
  column("t", "f8");
  column("contact", "U" + std::to_string(longest));
  for (const char* name : {"impulse", "tangential", "approach", "separation", "lost"})
    column(name, "f8");
  column("law", "U8");
  column("group", "i8");
  column("unique", "?");
  return py::module_::import("numpy").attr("array")(records, type);
}

py::list timeline_of(const PythonMotion& self, const std::string& contact) {
  py::list phases;
  for (const PhaseSpan& span : self.motion.timeline(contact))
    phases.append(py::make_tuple(span.from, span.until, name_of(span.phase)));
  return phases;
}

py::list accumulations_of(const PythonMotion& self) {
  py::list all;
  for (const Accumulation& rest : self.motion.accumulations()) {
    py::dict impulses;
    for (std::size_t i = 0; i < rest.contacts.size(); ++i)
      impulses[py::str(self.motion.contact_name(rest.contacts[i]))] = rest.impulse[i];
    all.append(py::make_tuple(rest.t, impulses));
  }
  return all;
}

void bind_contacts(MotionClass& motions) {
  motions
      .def_property_readonly("impacts", impacts_of,
                             "The impacts of contacts, in the order of time: a structured array "
                             "with t, contact, impulse, tangential, approach, separation, lost, "
                             "law, group and unique.")
      .def_property_readonly("accumulations", accumulations_of,
                             "Ends of impacts without end: (t, {contact: impulse left}).")
      .def("timeline", timeline_of, py::arg("contact"),
           "The phases of a contact, one after the other: (from, until, 'open' or 'rest').");
}

void bind_audit(MotionClass& motions) {
  motions
      .def_property_readonly(
          "outcome", [](const PythonMotion& self) { return self.motion.outcome(); },
          "How the run ended.")
      .def_property_readonly(
          "events", [](const PythonMotion& self) { return self.motion.events(); },
          "What happened on the way.")
      .def_property_readonly(
          "largest", [](const PythonMotion& self) { return self.motion.largest(); },
          "The largest residuals that occurred.")
      .def_property_readonly(
          "seconds", [](const PythonMotion& self) { return self.motion.seconds(); },
          "How long the parts of the run took.")
      .def_property_readonly(
          "steps", [](const PythonMotion& self) { return self.motion.counters().steps; },
          "How many steps were taken.")
      .def_property_readonly(
          "energy_deviation",
          [](const PythonMotion& self) { return self.motion.energy_deviation(); },
          "The largest difference of the energy from its start.")
      .def_property_readonly(
          "energy_imbalance",
          [](const PythonMotion& self) { return self.motion.energy_imbalance(); },
          "The largest difference between the change of the energy and the work of all forces.")
      .def("check", check, "Every expectation of the model's check block, with its verdict.");
}

void bind_reports(MotionClass& motions) {
  motions.def("__str__", [](const PythonMotion& self) { return motion_text(self.motion); })
      .def("__repr__",
           [](const PythonMotion& self) {
             return "<Motion: " + self.motion.outcome().words() + ", " +
                    std::to_string(self.motion.size()) + " outputs>";
           })
      .def(
          "json",
          [](const PythonMotion& self) {
            const Hold hold(*self.keeper);
            return motion_json(self.motion, {}, {}, start_of(self));
          },
          "The end of the motion and its audit as JSON.")
      .def(
          "csv", [](const PythonMotion& self) { return motion_csv(self.motion); },
          "All columns as comma-separated values.")
      .def("to_hdf5", write_hdf5, py::arg("path"),
           "Writes all columns as datasets of one HDF5 file.")
      .def("html", html_of, "The interactive report as one page of HTML.");
}

}  // namespace

void bind_motion(py::module_& module) {
  bind_outcome(module);
  bind_snapshot(module);
  MotionClass motions(
      module, "Motion",
      R"(A motion: states, accelerations, every force of constraint by name, the audit.

Arrays are views of the motion's table: nothing is copied, nobody can write them, and they stay valid
when the motion itself is gone.

>>> system = al.System()
>>> x = system.coordinate("x")
>>> system.kinetic(al.rate(x)**2 / 2)
>>> system.potential(x**2 / 2)
>>> motion = system.simulate(start={x: 1}, until=np.pi)
>>> motion.outcome
<reached the end>
>>> bool(np.allclose(motion["x"], np.cos(motion.t), atol=1e-9))
True
)");
  bind_reaction(module);
  bind_instants(module);
  bind_columns(motions);
  bind_start(motions);
  bind_contacts(motions);
  bind_audit(motions);
  bind_reports(motions);
  motions
      .def("at", at, py::arg("t"),
           "The instant at any time of the run, integrated from the last step before it; at an "
           "array of times, "
           "all these instants.")
      .def(
          "before",
          [](const PythonMotion& self, double t) {
            const Hold hold(*self.keeper);
            return self.motion.before(t);
          },
          py::arg("t"),
          "The instant before what happened at t, where `at` is after it: an impact, or a rule.")
      .def(
          "evaluate",
          [](const PythonMotion& self, const Formula& formula) {
            return evaluate(self, {formula}, true);
          },
          py::arg("formula"),
          "A formula at every output, or several; forces of constraint may occur in it. A text is "
          "a formula of "
          "the model language.")
      .def("evaluate", evaluate_text, py::arg("formula"))
      .def(
          "evaluate",
          [](const PythonMotion& self, const std::vector<Formula>& formulas) {
            return evaluate(self, formulas, false);
          },
          py::arg("formula"))
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; })
      .def(py::pickle([](const PythonMotion& self) { return state_of(self); },
                      [](const py::tuple& state) { return from_state(state); }));
}

}  // namespace alembert::python
