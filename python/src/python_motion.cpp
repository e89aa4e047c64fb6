#include "python_motion.hpp"

#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

py::array view_of(const py::object& owner, const double* numbers, std::vector<py::ssize_t> shape,
                  std::vector<py::ssize_t> strides) {
  py::array_t<double> view(std::move(shape), std::move(strides), numbers, owner);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

py::array column_view(const py::object& motion, std::size_t column) {
  const Motion& m = motion.cast<const PythonMotion&>().motion;
  return view_of(motion, m.row(0).data() + column, {static_cast<py::ssize_t>(m.size())},
                 {static_cast<py::ssize_t>(m.layout().width() * sizeof(double))});
}

py::array columns_view(const py::object& motion, std::size_t first, std::size_t count,
                       std::size_t step) {
  const Motion& m = motion.cast<const PythonMotion&>().motion;
  return view_of(motion, m.row(0).data() + first,
                 {static_cast<py::ssize_t>(m.size()), static_cast<py::ssize_t>(count)},
                 {static_cast<py::ssize_t>(m.layout().width() * sizeof(double)),
                  static_cast<py::ssize_t>(step * sizeof(double))});
}

std::string column_name(const py::object& what) {
  if (py::isinstance<py::str>(what)) return what.cast<std::string>();
  if (py::isinstance<Formula>(what)) return text_of(what.cast<Formula>());
  throw py::type_error("a column is asked for by its name or its symbol, not by " +
                       description_of(what));
}

py::array_t<double> array_of(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

std::vector<double> vector_of(const py::array_t<double>& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}

void require_constraint(const System& system, const std::string& constraint) {
  if (system.constraint_index(constraint)) return;
  std::vector<std::string_view> known;
  for (const Constraint& one : system.constraints()) known.push_back(one.name);
  std::string hint = did_you_mean(constraint, known);
  for (const JointRecord& joint : system.joints())
    if (joint.name == constraint && !joint.force.empty())
      hint = "it is a joint: its force is in motion[\"" + system.watches()[joint.force[0]].name +
             "\"] and the other components";
  throw ModelError("there is no constraint '" + constraint + "'", hint);
}

std::size_t column_of(const Motion& motion, const std::string& name) {
  if (const auto column = motion.layout().find(name)) return *column;
  std::vector<std::string_view> known;
  for (const std::string& column : motion.layout().names()) known.push_back(column);
  throw ModelError("the motion has no '" + name + "'", did_you_mean(name, known));
}

}  // namespace alembert::python
