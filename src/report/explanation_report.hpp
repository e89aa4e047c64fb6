#pragma once
/// One instant as a story with numbers, as an object for programs, and as the picture of the 2002
/// paper.

#include <string>

#include "draw/picture.hpp"
#include "theory/explanation.hpp"
#include "theory/figure.hpp"
#include "theory/principles/routes.hpp"

namespace alembert {

/// Free acceleration, violations, shares, forces by name, rank, virtual displacements: for a
/// terminal.
std::string explanation_text(const theory::Explanation& story, const std::string& title);

/// The same numbers with all their digits.
std::string explanation_json(const theory::Explanation& story, const std::string& title);

/// The routes of several centuries to this acceleration, side by side: which agree, which fail,
/// their cost.
std::string routes_text(const theory::Explanation& story);

/// Fig. 1 of the 2002 paper for this state; the figure must apply.
Picture figure_picture(const theory::Figure& figure, const std::string& title);

}  // namespace alembert
