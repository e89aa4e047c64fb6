#pragma once
/// The equations of a system of which some constraints do not act, as an open contact.

#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

enum class FrictionPhase : char { open, sticks, slips };

/// What contacts and frictions do.
struct Phases {
  std::vector<bool> closed;              ///< by contact
  std::vector<FrictionPhase> frictions;  ///< by friction
  /// By constraint, contacts and frictions among them: does not act at all. Empty where nothing is
  /// ever switched.
  std::vector<bool> off = {};

  bool is_off(std::size_t constraint) const { return !off.empty() && off[constraint]; }

  auto operator<=>(const Phases&) const = default;
};
/// All contacts open; what needs none of them slips; off is what is off at the start.
Phases open_phases(const System& system);

/// What acts of the equations of a system: by row, and by law C.
struct Acting {
  std::vector<bool> rows, laws;

  auto operator<=>(const Acting&) const = default;
};
/// All but what is off and the contacts that are open, and of frictions the row of those that
/// stick, the law of those that slip.
Acting acting(const Equations& all, const Phases& phases);

/// The equations with the rows and laws alone that act. Constraints keep their places in the
/// system; the multipliers of the other rows are zero wherever they occur.
Equations acting_part(const Equations& all, const Acting& acts);

/// The equations while all contacts are open.
Equations without_contacts(const Equations& all);

/// Formulas of all multipliers with those of rows that do not act at zero; forces in them are
/// resolved.
std::vector<NodeId> in_acting_part(const Equations& all, const Acting& acts,
                                   const std::vector<NodeId>& formulas);

}  // namespace alembert
