#include "motion/contacts/timeline.hpp"

#include <algorithm>
#include <optional>

namespace alembert {

namespace {

// what a friction does says more than that its contact is closed
Phase phase_in(const Phases& phases, std::size_t constraint, std::optional<std::size_t> contact,
               std::optional<std::size_t> friction) {
  if (phases.is_off(constraint)) return Phase::open;
  // a run that ends in its first instant knows of no phases
  if (friction && *friction < phases.frictions.size()) {
    if (phases.frictions[*friction] == FrictionPhase::sticks) return Phase::stick;
    if (phases.frictions[*friction] == FrictionPhase::slips) return Phase::slip;
  }
  const bool rests =
      contact ? *contact < phases.closed.size() && phases.closed[*contact] : !friction;
  return rests ? Phase::rest : Phase::open;
}

}  // namespace

std::vector<std::string> names_with_phases(const System& system) {
  std::vector<std::string> names;
  for (const Contact& contact : system.contacts())
    names.push_back(system.constraints()[contact.constraint].name);
  for (const Friction& friction : system.frictions())
    if (const std::string& name = system.constraints()[friction.constraint].name;
        !system.contact_index(name))
      names.push_back(name);
  for (std::size_t c = 0; c < system.constraints().size(); ++c)
    if (const std::string& name = system.constraints()[c].name;
        system.is_switched(c) && !system.contact_index(name) && !system.friction_index(name))
      names.push_back(name);
  return names;
}

std::vector<PhaseSpan> phases_of(const System& system, const MotionRecord& record,
                                 std::string_view name) {
  const auto contact = system.contact_index(name), friction = system.friction_index(name);
  std::vector<PhaseSpan> spans;
  const auto constraint = system.constraint_index(name);
  if (!constraint || (!contact && !friction && !system.is_switched(*constraint))) return spans;
  for (const Stretch& part : record.stretches) {
    const Phase phase = phase_in(part.phases, *constraint, contact, friction);
    if (!spans.empty() && spans.back().phase == phase)
      spans.back().until = part.until;
    else
      spans.push_back({part.from, part.until, phase});
  }
  if (!contact) return spans;
  // impacts that are too small to be followed are left out of the run, not of time
  for (const Accumulation& rest : record.accumulations) {
    if (std::ranges::find(rest.contacts, *contact) == rest.contacts.end()) continue;
    for (std::size_t i = 1; i < spans.size(); ++i)
      if (spans[i - 1].phase == Phase::open && spans[i].from <= rest.t && rest.t < spans[i].until)
        spans[i - 1].until = spans[i].from = rest.t;
  }
  return spans;
}

}  // namespace alembert
