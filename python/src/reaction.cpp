// The force of one constraint: through a motion as arrays, and at one instant.

#include <pybind11/stl.h>

#include "mechanics/model_error.hpp"
#include "python_motion.hpp"
#include "python_reaction.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

PythonReaction::PythonReaction(py::object of, const std::string& constraint)
    : motion(std::move(of)) {
  const Motion& m = motion.cast<const PythonMotion&>().motion;
  const Equations& equations = m.equations();
  const auto found = equations.system.constraint_index(constraint);
  require_constraint(equations.system, constraint);
  index = *found;
  while (first_row < equations.rows.size() && equations.rows[first_row].constraint != index)
    ++first_row;
  row_count = equations.system.constraints()[index].rows.size();
}

const std::vector<ForceColumn>& PythonReaction::columns() const {
  return motion.cast<const PythonMotion&>().motion.layout().forces[index];
}

namespace {

const Motion& motion_of(const PythonReaction& reaction) {
  return reaction.motion.cast<const PythonMotion&>().motion;
}

std::string name_of_coordinate(const PythonReaction& reaction, const ForceColumn& column) {
  return motion_of(reaction).equations().system.coordinates()[column.coordinate].name;
}

// the layout alternates ideal and non-ideal parts, so that each kind is one view
py::array part(const PythonReaction& reaction, std::size_t ForceColumn::*kind) {
  const std::vector<ForceColumn>& columns = reaction.columns();
  return columns_view(reaction.motion, columns.empty() ? 0 : columns.front().*kind, columns.size(),
                      2);
}

py::array rows(const PythonReaction& reaction, std::size_t MotionColumns::*block) {
  return columns_view(reaction.motion, motion_of(reaction).layout().*block + reaction.first_row,
                      reaction.row_count);
}

py::object force_on(const PythonReaction& reaction, const py::object& what) {
  const std::string coordinate = column_name(what);
  for (const ForceColumn& column : reaction.columns())
    if (name_of_coordinate(reaction, column) == coordinate)
      return column_view(reaction.motion, column.ideal) +
             column_view(reaction.motion, column.nonideal);
  const Motion& motion = motion_of(reaction);
  const System& system = motion.equations().system;
  if (!system.coordinate_index(coordinate)) {
    std::vector<std::string_view> known;
    for (const Coordinate& x : system.coordinates()) known.push_back(x.name);
    throw ModelError("there is no coordinate '" + coordinate + "'",
                     did_you_mean(coordinate, known));
  }
  py::array_t<double> none(static_cast<py::ssize_t>(motion.size()));
  std::fill_n(none.mutable_data(), motion.size(), 0.0);
  return none;
}

}  // namespace

void bind_reaction(py::module_& module) {
  py::class_<ReactionAt>(module, "ReactionAt", "The force of one constraint at one instant.")
      .def_readonly("constraint", &ReactionAt::constraint)
      .def_readonly("coordinates", &ReactionAt::coordinates)
      .def_readonly("ideal", &ReactionAt::ideal)
      .def_readonly("nonideal", &ReactionAt::nonideal)
      .def_readonly("lambda_", &ReactionAt::lambda)
      .def_readonly("total", &ReactionAt::total)
      .def_readonly("unique", &ReactionAt::unique)
      .def_readonly("power", &ReactionAt::power)
      .def(
          "__getitem__",
          [](const ReactionAt& r, const py::object& name) { return r[column_name(name)]; },
          py::arg("coordinate"), "The whole force on a coordinate.")
      .def("__repr__", [](const ReactionAt& r) { return to_string(r); });

  py::class_<PythonReaction>(
      module, "Reaction",
      R"(The force of one constraint through a motion; arrays have a row per output.

>>> motion = al.example("pendulum/cartesian").simulate(until=1)
>>> rod = motion.reaction("rod")
>>> rod.coordinates
['x', 'y']
>>> rod.ideal.shape == (len(motion.t), 2)
True
)")
      .def_property_readonly(
          "coordinates",
          [](const PythonReaction& r) {
            std::vector<std::string> names;
            for (const ForceColumn& column : r.columns())
              names.push_back(name_of_coordinate(r, column));
            return names;
          },
          "On which the constraint acts: the columns of the forces.")
      .def_property_readonly(
          "ideal", [](const PythonReaction& r) { return part(r, &ForceColumn::ideal); },
          "The part that does no virtual work; a view.")
      .def_property_readonly(
          "nonideal", [](const PythonReaction& r) { return part(r, &ForceColumn::nonideal); },
          "The part that does virtual work; a view.")
      .def_property_readonly(
          "force",
          [](const PythonReaction& r) {
            return part(r, &ForceColumn::ideal) + part(r, &ForceColumn::nonideal);
          },
          "The whole force.")
      .def_property_readonly(
          "lambda_", [](const PythonReaction& r) { return rows(r, &MotionColumns::lambda); },
          "The ideal multipliers, by row of the constraint; a view.")
      .def_property_readonly(
          "total", [](const PythonReaction& r) { return rows(r, &MotionColumns::total); },
          "The true multipliers; a view.")
      .def_property_readonly(
          "unique", [](const PythonReaction& r) { return rows(r, &MotionColumns::unique); },
          "1 where the multiplier of a row is the only one, else 0; a view.")
      .def_property_readonly(
          "power",
          [](const PythonReaction& r) {
            return column_view(r.motion, motion_of(r).layout().power + r.index);
          },
          "q'·force; a view.")
      .def("__getitem__", force_on, py::arg("coordinate"), "The whole force on a coordinate.")
      .def(
          "at",
          [](const PythonReaction& r, double t) {
            const Hold hold(*r.motion.cast<const PythonMotion&>().keeper);
            const Motion& motion = motion_of(r);
            return motion.at(t).reaction(motion.equations().system.constraints()[r.index].name);
          },
          py::arg("t"), "The force at any time of the run.")
      .def("__repr__", [](const PythonReaction& r) {
        const Constraint& constraint = motion_of(r).equations().system.constraints()[r.index];
        std::string on;
        for (const ForceColumn& column : r.columns())
          on += (on.empty() ? "" : ", ") + name_of_coordinate(r, column);
        return "<Reaction of " + constraint.name + " on " + (on.empty() ? "nothing" : on) + " at " +
               std::to_string(motion_of(r).size()) + " outputs>";
      });
}

}  // namespace alembert::python
