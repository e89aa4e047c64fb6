#include "mechanics/acting_part.hpp"

#include <algorithm>

namespace alembert {

Phases open_phases(const System& system) {
  Phases phases{std::vector<bool>(system.contacts().size(), false), {}};
  const std::size_t constraints = system.constraints().size();
  for (std::size_t c = 0; c < constraints; ++c)
    if (system.is_switched(c)) {
      phases.off = system.off_at_start();
      phases.off.resize(constraints, false);
      break;
    }
  for (const Friction& friction : system.frictions()) {
    const bool of_contact = std::ranges::find(system.contacts(), friction.constraint,
                                              &Contact::constraint) != system.contacts().end();
    const bool is_open = of_contact || phases.is_off(friction.constraint);
    phases.frictions.push_back(is_open ? FrictionPhase::open : FrictionPhase::slips);
  }
  return phases;
}

Acting acting(const Equations& all, const Phases& phases) {
  std::vector<bool> closed(all.system.constraints().size(), true);
  for (std::size_t c = 0; c < phases.closed.size(); ++c)
    closed[all.system.contacts()[c].constraint] = phases.closed[c];
  for (std::size_t c = 0; c < closed.size(); ++c) closed[c] = closed[c] && !phases.is_off(c);
  Acting acts;
  for (const EquationRow& row : all.rows)
    acts.rows.push_back(row.friction ? phases.frictions[*row.friction] == FrictionPhase::sticks
                                     : closed[row.constraint]);
  for (const NonIdealForce& law : all.C)
    acts.laws.push_back(law.friction ? phases.frictions[*law.friction] == FrictionPhase::slips
                                     : closed[law.constraint]);
  return acts;
}

std::vector<NodeId> in_acting_part(const Equations& all, const Acting& acts,
                                   const std::vector<NodeId>& formulas) {
  Graph& graph = all.graph();
  std::vector<Replacement> silent;
  for (std::size_t r = 0; r < all.rows.size(); ++r)
    if (!acts.rows[r])
      for (const NodeId multiplier : {all.rows[r].lambda, all.rows[r].total})
        silent.push_back({multiplier, graph.zero()});
  return substitute(graph, resolve_forces(all, formulas), silent);
}

Equations acting_part(const Equations& all, const Acting& acts) {
  Equations part = all;
  part.rows.clear();
  part.b.clear();
  part.C.clear();
  part.A.entries.clear();
  std::vector<std::uint32_t> place(all.rows.size());
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    if (!acts.rows[r]) continue;
    place[r] = static_cast<std::uint32_t>(part.rows.size());
    part.rows.push_back(all.rows[r]);
    part.b.push_back(all.b[r]);
  }
  for (Entry entry : all.A.entries) {
    if (!acts.rows[entry.row]) continue;
    entry.row = place[entry.row];
    part.A.entries.push_back(entry);
  }
  part.A.rows = part.rows.size();
  for (std::size_t k = 0; k < all.C.size(); ++k)
    if (acts.laws[k]) part.C.push_back(all.C[k]);
  for (NonIdealForce& force : part.C)
    for (CoordinateFormula& term : force.C)
      term.formula = in_acting_part(all, acts, {term.formula}).front();
  for (Watch& watch : part.watches)
    watch.formula = in_acting_part(all, acts, {watch.formula}).front();
  return part;
}

Equations without_contacts(const Equations& all) {
  if (!all.system.has_events()) return all;
  return acting_part(all, acting(all, open_phases(all.system)));
}

}  // namespace alembert
