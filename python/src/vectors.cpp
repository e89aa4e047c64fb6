// dot, cross, norm and rate of vectors, which in Python are sequences of formulas.

#include <pybind11/stl.h>

#include <optional>

#include "bindings.hpp"
#include "formula.hpp"
#include "mechanics/model_error.hpp"

namespace alembert::python {

namespace {

using Formulas = std::vector<Formula>;

std::shared_ptr<GraphKeeper> keeper_of(const Formulas& a, const Formulas& b = {}) {
  std::vector<const Formula*> all;
  for (const Formula& formula : a) all.push_back(&formula);
  for (const Formula& formula : b) all.push_back(&formula);
  return common_keeper(all);
}

Vector vector_of(const Formulas& formulas) {
  Vector vector;
  for (const Formula& formula : formulas) vector.push_back(formula.expr);
  return vector;
}

// runs with the graph locked, if there is one
template <class Function>
auto with_graph(const std::shared_ptr<GraphKeeper>& keeper, Function function) {
  std::optional<Hold> hold;
  if (keeper) hold.emplace(*keeper);
  return function();
}

void require_sizes(const Formulas& a, const Formulas& b) {
  if (a.size() != b.size() || a.empty())
    throw ModelError("vectors of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                     " components have no product");
}

Formulas formulas_of(const Vector& vector, const std::shared_ptr<GraphKeeper>& keeper) {
  Formulas formulas;
  for (const Expr& component : vector) formulas.push_back({component, keeper});
  return formulas;
}

}  // namespace

void bind_vectors(py::module_& module) {
  module.def(
      "dot",
      [](const Formulas& a, const Formulas& b) {
        require_sizes(a, b);
        const auto keeper = keeper_of(a, b);
        return with_graph(keeper, [&] { return Formula(dot(vector_of(a), vector_of(b)), keeper); });
      },
      py::arg("a"), py::arg("b"), "The scalar product of two vectors.");
  module.def(
      "cross",
      [](const Formulas& a, const Formulas& b) {
        require_sizes(a, b);
        if (a.size() != 3) throw ModelError("cross needs vectors of 3 components");
        const auto keeper = keeper_of(a, b);
        return with_graph(keeper,
                          [&] { return formulas_of(cross(vector_of(a), vector_of(b)), keeper); });
      },
      py::arg("a"), py::arg("b"), "The vector product of two vectors of three components.");
  module.def(
      "norm",
      [](const Formulas& a) {
        require_sizes(a, a);
        const auto keeper = keeper_of(a);
        return with_graph(keeper, [&] { return Formula(norm(vector_of(a)), keeper); });
      },
      py::arg("a"), "The length of a vector.");
  module.def(
      "rate",
      [](const Formulas& a) {
        const auto keeper = keeper_of(a);
        return with_graph(keeper, [&] { return formulas_of(rate(vector_of(a)), keeper); });
      },
      py::arg("a"));
}

}  // namespace alembert::python
