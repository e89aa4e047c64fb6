#pragma once
/// Equations as Python holds them, and the arrays of formulas they are made of.

#include <map>
#include <memory>
#include <vector>

#include "compile/evaluator.hpp"
#include "dynamics/dynamics.hpp"
#include "mechanics/equations.hpp"
#include "python_system.hpp"
#include "state_batch.hpp"

namespace alembert::python {

struct DerivedEquations {
  std::shared_ptr<GraphKeeper> keeper;
  std::shared_ptr<const Model> model;  ///< that they were derived from
  Equations equations;
  double derive_seconds = 0;
};

/// A matrix or vector of formulas that can be called with states.
class FormulaArray {
 public:
  FormulaArray(std::shared_ptr<const DerivedEquations> of, std::vector<py::ssize_t> shape,
               std::vector<NodeId> formulas, std::vector<std::size_t> places);

  const std::vector<py::ssize_t>& shape() const { return shape_; }
  /// The formula at a place of the flattened array.
  Formula at(std::size_t place) const;
  /// A formula or a smaller array, by the rules of numpy.
  py::object part(const py::object& index) const;
  /// The formulas as an array of objects.
  py::object objects() const;
  /// The numbers at many states; parameters keep their values where no others are given.
  py::array call(const Numbers& q, const py::object& v, const Numbers& t,
                 const py::dict& parameters) const;
  std::string text() const;
  std::string latex() const;

 private:
  const Evaluator& evaluator() const;

  std::shared_ptr<const DerivedEquations> of_;
  std::vector<py::ssize_t> shape_;
  std::vector<NodeId> formulas_;     ///< those that are not structurally zero
  std::vector<std::size_t> places_;  ///< in the flattened array
  mutable std::unique_ptr<Evaluator> evaluator_;
};

/// Accelerations of many states, compiled for the parameters that are given with them.
class Accelerations {
 public:
  /// `given` are indices into System::parameters().
  Accelerations(std::shared_ptr<const DerivedEquations> of, std::vector<std::size_t> given);

  /// q̈ of each state, whose inputs after t, q and v are the given parameters. States off the
  /// constraints get the q̈ that satisfies A q̈ = b nevertheless. Throws ModelError if there is
  /// none.
  void evaluate(const StateBatch& states, double* result);

 private:
  Dynamics& dynamics_for(const StateBatch& states, std::size_t state);

  std::shared_ptr<const DerivedEquations> of_;
  std::vector<std::size_t> given_;
  std::unique_ptr<Evaluator> written_out_;  ///< null where there is no explicit equation
  std::unique_ptr<Dynamics> dynamics_;
  std::vector<double> dynamics_numbers_;  ///< of the given parameters, in dynamics_
};

struct PythonEquations {
  explicit PythonEquations(std::shared_ptr<const DerivedEquations> derived)
      : of(std::move(derived)) {}

  std::shared_ptr<const DerivedEquations> of;
  /// Made and compiled when first used.
  std::map<std::string, std::shared_ptr<FormulaArray>> arrays = {};
  std::map<std::vector<std::size_t>, Accelerations> accelerations = {};
};

}  // namespace alembert::python
