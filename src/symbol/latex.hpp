#pragma once
/// Formulas as LaTeX: \dot{x}, fractions, roots, Greek letters by name.

#include <string>
#include <string_view>

#include "symbol/print.hpp"

namespace alembert {

/// The formula in LaTeX. A node in `names` prints as its name, except at the root.
std::string to_latex(const Graph& graph, NodeId formula, const NodeNames& names = {});

/// A name in LaTeX: `theta1` gives \theta_{1}, `x[3]'` gives \dot{x}_{3}.
std::string latex_name(std::string_view name);

}  // namespace alembert
