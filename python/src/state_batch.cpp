#include "state_batch.hpp"

#include <pybind11/stl.h>

#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

namespace {

Numbers zeros(std::size_t size) {
  Numbers numbers(static_cast<py::ssize_t>(size));
  std::fill_n(numbers.mutable_data(), size, 0.0);
  return numbers;
}

py::tuple shape_of(const Numbers& numbers) { return numbers.attr("shape"); }

std::string text_of(const py::handle& shape) { return py::str(shape).cast<std::string>(); }

// for q or v: all axes but the last, which counts the coordinates
py::tuple leading_shape(const Numbers& states, std::size_t coordinates, const char* name) {
  const py::tuple shape = shape_of(states);
  if (shape.empty() || shape[shape.size() - 1].cast<std::size_t>() != coordinates)
    throw py::value_error(std::string(name) + " has the shape " + text_of(shape) +
                          "; its last axis has the length " + std::to_string(coordinates) +
                          ", one number for each coordinate");
  return shape[py::slice(0, static_cast<py::ssize_t>(shape.size()) - 1, 1)];
}

}  // namespace

StateBatch::StateBatch(std::size_t coordinates, const Numbers& q, const py::object& v,
                       const Numbers& t, const std::vector<Given>& parameters)
    : coordinates_(coordinates) {
  const Numbers velocities = v.is_none() ? zeros(coordinates) : v.cast<Numbers>();
  struct Part {
    std::string name;
    py::tuple shape;
  };
  std::vector<Part> parts{{"q", leading_shape(q, coordinates, "q")},
                          {"v", leading_shape(velocities, coordinates, "v")},
                          {"t", shape_of(t)}};
  for (const auto& [name, numbers] : parameters) parts.push_back({name, shape_of(numbers)});
  const py::object broadcast = py::module_::import("numpy").attr("broadcast_shapes");
  py::tuple common(0);
  std::string before;
  for (const auto& [name, shape] : parts) {
    try {
      common = broadcast(common, shape);
    } catch (const py::error_already_set&) {
      throw py::value_error(name + " is given for states of the shape " + text_of(shape) +
                            ", but " + before + " for " + text_of(common));
    }
    if (!shape.empty()) before += (before.empty() ? "" : ", ") + name;
  }
  leading_ = common.cast<std::vector<py::ssize_t>>();
  for (const py::ssize_t length : leading_) count_ *= static_cast<std::size_t>(length);
  const auto n = static_cast<py::ssize_t>(coordinates);
  add(spread(t, {}), 1);
  add(spread(q, {n}), coordinates);
  add(spread(velocities, {n}), coordinates);
  for (const Given& parameter : parameters) add(spread(parameter.numbers, {}), 1);
}

// unchanged if all states share it or each has its own, else expanded
Numbers StateBatch::spread(const Numbers& numbers, const std::vector<py::ssize_t>& inner) const {
  const std::vector<py::ssize_t> all = shape_with(inner);
  py::ssize_t width = 1, whole = 1;
  for (const py::ssize_t length : inner) width *= length;
  for (const py::ssize_t length : all) whole *= length;
  if (numbers.size() == width || numbers.size() == whole) return numbers;
  return py::module_::import("numpy").attr("broadcast_to")(numbers, py::cast(all));
}

void StateBatch::add(const Numbers& numbers, std::size_t width) {
  const bool is_shared = static_cast<std::size_t>(numbers.size()) == width;
  kept_.push_back(numbers);
  for (std::size_t j = 0; j < width; ++j)
    inputs_.push_back({kept_.back().data() + j, is_shared ? 0 : width});
}

std::vector<py::ssize_t> StateBatch::shape_with(const std::vector<py::ssize_t>& inner) const {
  std::vector<py::ssize_t> shape = leading_;
  shape.insert(shape.end(), inner.begin(), inner.end());
  return shape;
}

std::vector<StateBatch::Given> given_parameters(const System& system, const py::dict& parameters) {
  std::vector<StateBatch::Given> given;
  for (const auto& [what, values] : parameters) {
    const std::string name = what.cast<std::string>();
    std::vector<std::string_view> known;
    for (const Parameter& parameter : system.parameters()) known.push_back(parameter.name);
    if (std::ranges::find(known, name) == known.end())
      throw ModelError("there is no parameter '" + name + "'", did_you_mean(name, known));
    try {
      given.push_back({name, values.cast<Numbers>()});
    } catch (const std::exception&) {
      throw py::type_error("the parameter " + name + " is a number or an array of numbers, not " +
                           description_of(values));
    }
  }
  return given;
}

}  // namespace alembert::python
