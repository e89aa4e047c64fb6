#pragma once
/// Many states at once: arrays of coordinates, velocities, times and parameters with the same leading shape.

#include <pybind11/numpy.h>

#include <algorithm>
#include <vector>

#include "formula.hpp"

namespace alembert::python {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Inputs of formulas by state, in the order t, q, v, then further ones. Whatever is given once holds for all
/// states.
class StateBatch {
 public:
  /// `q` and `v` end in an axis of length `coordinates`; `v` may be None for rest.
  StateBatch(std::size_t coordinates, const Numbers& q, const py::object& v, const Numbers& t);

  /// Adds an input with one number for all states, or one for each.
  void add(const Numbers& values);
  void add(double value);

  std::size_t count() const { return count_; }
  /// The leading shape, with the shape of a result at each state behind it.
  std::vector<py::ssize_t> shape_with(const std::vector<py::ssize_t>& inner) const;
  std::size_t input_count() const { return inputs_.size(); }
  double at(std::size_t input, std::size_t state) const {
    const Input& from = inputs_[input];
    return from.first[state * from.stride];
  }
  /// q and v of a state, one behind the other.
  void copy_state(std::size_t state, double* y) const {
    if (coordinates_ == 0) return;
    const Input &q = inputs_[1], &v = inputs_[1 + coordinates_];
    std::copy_n(q.first + state * q.stride, coordinates_, y);
    std::copy_n(v.first + state * v.stride, coordinates_, y + coordinates_);
  }

 private:
  struct Input {
    const double* first;
    std::size_t stride;  ///< 0 where all states share it
  };
  void add_columns(const Numbers& values, const char* name);

  std::vector<Numbers> kept_;  ///< what the inputs point into
  std::vector<py::ssize_t> leading_;
  std::size_t count_ = 1, coordinates_;
  std::vector<Input> inputs_;
};

}  // namespace alembert::python
