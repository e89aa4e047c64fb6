#include "state_batch.hpp"

namespace alembert::python {

namespace {

Numbers constant(double value, py::ssize_t size) {
  Numbers numbers(size);
  std::fill_n(numbers.mutable_data(), size, value);
  return numbers;
}

}  // namespace

StateBatch::StateBatch(std::size_t coordinates, const Numbers& q, const py::object& v,
                       const Numbers& t)
    : coordinates_(coordinates) {
  const Numbers velocities =
      v.is_none() ? constant(0, static_cast<py::ssize_t>(coordinates)) : v.cast<Numbers>();
  // the leading shape is that of the argument with most axes
  for (const Numbers* states : {&q, &velocities})
    if (states->ndim() > 0 && states->ndim() - 1 > static_cast<py::ssize_t>(leading_.size()))
      leading_.assign(states->shape(), states->shape() + states->ndim() - 1);
  if (leading_.empty()) leading_.assign(t.shape(), t.shape() + t.ndim());
  for (const py::ssize_t length : leading_) count_ *= static_cast<std::size_t>(length);
  add(t);
  add_columns(q, "q");
  add_columns(velocities, "v");
}

void StateBatch::add_columns(const Numbers& values, const char* name) {
  const std::size_t size = static_cast<std::size_t>(values.size());
  const bool fits = values.ndim() > 0 &&
                    static_cast<std::size_t>(values.shape(values.ndim() - 1)) == coordinates_;
  const bool shared = size == coordinates_;
  if (!fits || (!shared && size != count_ * coordinates_))
    throw py::value_error(std::string(name) + " needs an array whose last axis has length " +
                          std::to_string(coordinates_) + ", one number per coordinate");
  kept_.push_back(values);
  for (std::size_t j = 0; j < coordinates_; ++j)
    inputs_.push_back({values.data() + j, shared ? 0 : coordinates_});
}

void StateBatch::add(const Numbers& values) {
  const std::size_t size = static_cast<std::size_t>(values.size());
  if (size != 1 && size != count_)
    throw py::value_error("an array of " + std::to_string(size) + " numbers does not go with " +
                          std::to_string(count_) + " states");
  kept_.push_back(values);
  inputs_.push_back({values.data(), size == 1 ? std::size_t{0} : std::size_t{1}});
}

void StateBatch::add(double value) { add(constant(value, 1)); }

std::vector<py::ssize_t> StateBatch::shape_with(const std::vector<py::ssize_t>& inner) const {
  std::vector<py::ssize_t> shape = leading_;
  shape.insert(shape.end(), inner.begin(), inner.end());
  return shape;
}

}  // namespace alembert::python
