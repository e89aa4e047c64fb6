#pragma once
/// Which part of a formula is no finite number, as it stands in the model.

#include <string>

#include "symbol/evaluate.hpp"

namespace alembert {

/// The smallest part that is not finite although all that it is made of is, and the state there:
/// "sqrt(x - 2) at x = 1.5". Empty where there is none, or it is too long to help.
std::string not_finite_term(const Graph& graph, NodeId formula, const Assignment& values);

}  // namespace alembert
