#pragma once
/// Equations as Python holds them, and the arrays of formulas they are made of.

#include <memory>
#include <mutex>
#include <vector>

#include "compile/evaluator.hpp"
#include "mechanics/equations.hpp"
#include "motion/dynamics.hpp"
#include "python_system.hpp"
#include "state_batch.hpp"

namespace alembert::python {

struct PythonEquations {
  std::shared_ptr<GraphKeeper> keeper;
  std::shared_ptr<const Model> model;  ///< that they were derived from
  Equations equations;
  double derive_seconds = 0;
  std::unique_ptr<Dynamics> dynamics = {};  ///< made when accelerations are first asked for
};

/// A matrix or vector of formulas that can be called with states.
class FormulaArray {
 public:
  FormulaArray(std::shared_ptr<PythonEquations> of, std::vector<py::ssize_t> shape,
               std::vector<NodeId> formulas, std::vector<std::size_t> places);

  const std::vector<py::ssize_t>& shape() const { return shape_; }
  /// The formula at a place of the flattened array.
  Formula at(std::size_t place) const;
  /// The numbers at many states; parameters keep their values where no others are given.
  py::array call(const Numbers& q, const py::object& v, const Numbers& t,
                 const py::dict& parameters) const;
  std::string text() const;
  std::string latex() const;

 private:
  const Evaluator& evaluator() const;

  std::shared_ptr<PythonEquations> of_;
  std::vector<py::ssize_t> shape_;
  std::vector<NodeId> formulas_;     ///< those that are not structurally zero
  std::vector<std::size_t> places_;  ///< in the flattened array
  mutable std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace alembert::python
