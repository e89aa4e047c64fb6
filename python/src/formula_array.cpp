// Matrices and vectors of formulas: printable, and callable on many states at once.

#include <pybind11/stl.h>

#include <algorithm>

#include "python_equations.hpp"
#include "symbol/latex.hpp"
#include "symbol/print.hpp"

namespace alembert::python {

namespace {

std::size_t product(const std::vector<py::ssize_t>& shape) {
  std::size_t size = 1;
  for (const py::ssize_t length : shape) size *= static_cast<std::size_t>(length);
  return size;
}

Numbers number(double value) {
  Numbers numbers(std::vector<py::ssize_t>{});
  *numbers.mutable_data() = value;
  return numbers;
}

// states that are evaluated together: enough to fill the vector registers, few enough for the cache
constexpr std::size_t together = 64;

// values of all formulas at all states, scattered to their places in the arrays of the result
void evaluate_all(const Evaluator& evaluator, const StateBatch& states,
                  const std::vector<std::size_t>& places, std::size_t size, double* result) {
  const std::size_t inputs = states.input_count(), outputs = places.size();
  std::vector<double> in(inputs * together), out(outputs * together),
      workspace(evaluator.workspace_size(together));
  for (std::size_t first = 0; first < states.count(); first += together) {
    const std::size_t lanes = std::min(together, states.count() - first);
    // the last lanes of the last block repeat its last state
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t lane = 0; lane < together; ++lane)
        in[i * together + lane] = states.at(i, first + std::min(lane, lanes - 1));
    evaluator.evaluate_lanes(together, in.data(), out.data(), workspace.data());
    for (std::size_t k = 0; k < outputs; ++k)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        result[(first + lane) * size + places[k]] = out[k * together + lane];
  }
}

}  // namespace

FormulaArray::FormulaArray(std::shared_ptr<const DerivedEquations> of,
                           std::vector<py::ssize_t> shape, std::vector<NodeId> formulas,
                           std::vector<std::size_t> places)
    : of_(std::move(of)),
      shape_(std::move(shape)),
      formulas_(std::move(formulas)),
      places_(std::move(places)) {}

Formula FormulaArray::at(std::size_t place) const {
  for (std::size_t k = 0; k < places_.size(); ++k)
    if (places_[k] == place) return {Expr(*of_->keeper->graph, formulas_[k]), of_->keeper};
  return {Expr(*of_->keeper->graph, of_->keeper->graph->zero()), of_->keeper};
}

py::object FormulaArray::part(const py::object& index) const {
  const py::object arange = py::module_::import("numpy").attr("arange");
  const py::object chosen = arange(product(shape_)).attr("reshape")(py::cast(shape_))[index];
  if (chosen.attr("ndim").cast<int>() == 0) return py::cast(at(chosen.cast<std::size_t>()));
  std::vector<py::ssize_t> shape = chosen.attr("shape").cast<std::vector<py::ssize_t>>();
  if (shape.size() > 2) throw py::index_error("a part of a matrix has one or two axes");
  std::vector<NodeId> formulas;
  std::vector<std::size_t> places;
  std::size_t place = 0;
  for (const std::size_t from : chosen.attr("ravel")().cast<std::vector<std::size_t>>()) {
    const auto found = std::ranges::find(places_, from);
    if (found != places_.end()) {
      formulas.push_back(formulas_[static_cast<std::size_t>(found - places_.begin())]);
      places.push_back(place);
    }
    ++place;
  }
  return py::cast(std::make_shared<FormulaArray>(of_, std::move(shape), std::move(formulas),
                                                 std::move(places)));
}

py::object FormulaArray::objects() const {
  const py::object result =
      py::module_::import("numpy").attr("empty")(py::cast(product(shape_)), "object");
  for (std::size_t place = 0; place < product(shape_); ++place) result[py::int_(place)] = at(place);
  return result.attr("reshape")(py::cast(shape_));
}

const Evaluator& FormulaArray::evaluator() const {
  const Hold hold(*of_->keeper);
  if (!evaluator_) {
    const System& system = of_->equations.system;
    std::vector<NodeId> inputs = system.state_symbols();
    for (const Parameter& parameter : system.parameters()) inputs.push_back(parameter.symbol);
    evaluator_ = compile(*of_->keeper->graph, formulas_, inputs);
  }
  return *evaluator_;
}

py::array FormulaArray::call(const Numbers& q, const py::object& v, const Numbers& t,
                             const py::dict& parameters) const {
  const System& system = of_->equations.system;
  const std::vector<StateBatch::Given> given = given_parameters(system, parameters);
  std::vector<StateBatch::Given> all;
  for (const Parameter& parameter : system.parameters()) {
    const auto found = std::ranges::find(given, parameter.name, &StateBatch::Given::name);
    all.push_back(
        found != given.end() ? *found : StateBatch::Given{parameter.name, number(parameter.value)});
  }
  const StateBatch states(system.coordinates().size(), q, v, t, all);

  py::array_t<double> result(states.shape_with(shape_));
  double* const numbers = result.mutable_data();
  const Evaluator& ready = evaluator();
  const py::gil_scoped_release others_may_go_on;
  std::fill_n(numbers, states.count() * product(shape_), 0.0);
  evaluate_all(ready, states, places_, product(shape_), numbers);
  return result;
}

std::string FormulaArray::text() const {
  const Hold hold(*of_->keeper);
  const auto row = [&](std::size_t first, std::size_t count) {
    std::string line = "[";
    for (std::size_t j = 0; j < count; ++j) line += (j > 0 ? ", " : "") + text_of(at(first + j));
    return line + "]";
  };
  if (shape_.size() == 1) return row(0, product(shape_));
  const std::size_t columns = static_cast<std::size_t>(shape_[1]);
  std::string lines;
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape_[0]); ++i)
    lines += (i > 0 ? "\n" : "") + row(i * columns, columns);
  return lines;
}

std::string FormulaArray::latex() const {
  const Hold hold(*of_->keeper);
  const std::size_t columns = shape_.size() == 1 ? 1 : static_cast<std::size_t>(shape_[1]);
  std::string body = "\\begin{bmatrix}";
  for (std::size_t place = 0; place < product(shape_); ++place)
    body += (place == 0 ? "" : place % columns == 0 ? " \\\\ " : " & ") + latex_of(at(place));
  return body + "\\end{bmatrix}";
}

}  // namespace alembert::python
