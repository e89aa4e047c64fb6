#pragma once
/// The equations of a system as a mechanician wants to read them, and as other programs rebuild
/// them.

#include <string>
#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// Seconds spent on the way to the equations.
struct DerivationTime {
  double read = 0;
  double derive = 0;
};

/// Coordinates, constraints with their kind, M, Q, A, b, C by name, freedoms, size and time.
std::string equations_text(const Equations& equations, const DerivationTime& time);

/// A displayed equation, and what it belongs to: "constraints", "matrices", ...
struct EquationDisplay {
  std::string title;
  std::string body;
};

/// The same mathematics in LaTeX, one display after the other.
std::vector<EquationDisplay> equation_displays(const Equations& equations);

/// All displays as one text.
std::string equations_latex(const Equations& equations);

/// Everything needed to rebuild the equations elsewhere: names, values, and the shared graph as a
/// list of operations whose operands are earlier entries of the list.
std::string equations_json(const Equations& equations, const DerivationTime& time);

}  // namespace alembert
