#pragma once
/// Many states at once: arrays of coordinates, velocities, times and parameters, broadcast against
/// each other.

#include <pybind11/numpy.h>

#include <algorithm>
#include <string>
#include <vector>

#include "formula.hpp"
#include "mechanics/system.hpp"

namespace alembert::python {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Inputs of formulas by state, in the order t, q, v, then parameters.
class StateBatch {
 public:
  /// A parameter by name, and its numbers.
  struct Given {
    std::string name;
    Numbers numbers;
  };

  /// `q` and `v` end in an axis of length `coordinates`; `v` may be None for rest. Throws
  /// ValueError, with the shapes, for what cannot be broadcast.
  StateBatch(std::size_t coordinates, const Numbers& q, const py::object& v, const Numbers& t,
             const std::vector<Given>& parameters = {});

  std::size_t count() const { return count_; }
  /// The leading shape, followed by the shape of a result at each state.
  std::vector<py::ssize_t> shape_with(const std::vector<py::ssize_t>& inner) const;
  std::size_t input_count() const { return inputs_.size(); }
  double at(std::size_t input, std::size_t state) const {
    const Input& from = inputs_[input];
    return from.first[state * from.stride];
  }
  /// q and v of a state, one after the other.
  void copy_state(std::size_t state, double* y) const {
    for (std::size_t j = 0; j < 2 * coordinates_; ++j) y[j] = at(1 + j, state);
  }

 private:
  struct Input {
    const double* first;
    std::size_t stride;  ///< 0 where all states share it
  };
  Numbers spread(const Numbers& numbers, const std::vector<py::ssize_t>& inner) const;
  void add(const Numbers& numbers, std::size_t width);

  std::vector<Numbers> kept_;  ///< what the inputs point into
  std::vector<py::ssize_t> leading_;
  std::size_t count_ = 1, coordinates_;
  std::vector<Input> inputs_;
};

/// The numbers of keyword arguments, for the parameters of a system; ModelError for a name that it
/// does not have.
std::vector<StateBatch::Given> given_parameters(const System& system, const py::dict& parameters);

}  // namespace alembert::python
