#pragma once
/// The equations of a system of which some constraints do not act, as an open contact.

#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// By constraint of a system: all but the contacts that are open.
std::vector<bool> acting_constraints(const System& system, const std::vector<bool>& closed);

/// The equations with the rows and laws of those constraints alone that act, one truth value each. Constraints keep their
/// places in the system; the multipliers of the others are zero wherever they occur.
Equations acting_part(const Equations& all, const std::vector<bool>& acts);

/// The equations while all contacts are open.
Equations without_contacts(const Equations& all);

/// Formulas of all multipliers with those of constraints that do not act at zero; forces in them are resolved.
std::vector<NodeId> in_acting_part(const Equations& all, const std::vector<bool>& acts,
                                   const std::vector<NodeId>& formulas);

}  // namespace alembert
