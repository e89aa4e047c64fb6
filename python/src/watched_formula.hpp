#pragma once
/// Formulas that users write as text.

#include <string>

#include "mechanics/model.hpp"

namespace alembert::python {

/// The model on a graph of its own, with a formula of the model language as its last watch. A
/// ModelError has its place within the formula.
Model with_watch(const Model& model, const std::string& formula);

}  // namespace alembert::python
