#pragma once
/// A motion as Python holds it, and views of its table that keep it alive.

#include <pybind11/numpy.h>

#include <memory>

#include "motion/simulate.hpp"
#include "python_system.hpp"

namespace alembert::python {

struct PythonMotion {
  Motion motion;
  std::shared_ptr<GraphKeeper> keeper;
  std::shared_ptr<const Model> model;
  std::shared_ptr<const ModelText> text;
  SimulateOptions options;  ///< that it was run with
};

/// Numbers that belong to `owner`, which the array keeps alive; the array is read-only.
py::array view_of(const py::object& owner, const double* numbers, std::vector<py::ssize_t> shape,
                  std::vector<py::ssize_t> strides);

/// Columns of the motion's table: one number per output, or `count` of them, `step` columns apart.
py::array column_view(const py::object& motion, std::size_t column);
py::array columns_view(const py::object& motion, std::size_t first, std::size_t count,
                       std::size_t step = 1);

/// The name of a column, given by it or by its symbol: "x", x, rate(x).
std::string column_name(const py::object& what);
/// A copy of numbers as an array, and back.
py::array_t<double> array_of(const std::vector<double>& numbers);
std::vector<double> vector_of(const py::array_t<double>& numbers);

/// Throws ModelError, with the nearest name, where the system has no such constraint.
void require_constraint(const System& system, const std::string& constraint);

/// The column of that name; throws ModelError for a name that the motion does not have.
std::size_t column_of(const Motion& motion, const std::string& name);

/// The texts of the classes that belong to motions: snapshots, outcomes, reactions.
void bind_outcome(py::module_& module);
void bind_reaction(py::module_& module);

}  // namespace alembert::python
