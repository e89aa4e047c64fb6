#include "mechanics/acting_part.hpp"

#include <algorithm>

namespace alembert {

std::vector<bool> acting_constraints(const System& system, const std::vector<bool>& closed) {
  std::vector<bool> acts(system.constraints().size(), true);
  for (std::size_t c = 0; c < system.contacts().size(); ++c)
    acts[system.contacts()[c].constraint] = closed[c];
  return acts;
}

std::vector<NodeId> in_acting_part(const Equations& all, const std::vector<bool>& acts,
                                   const std::vector<NodeId>& formulas) {
  Graph& graph = all.graph();
  std::vector<Replacement> silent;
  for (const EquationRow& row : all.rows)
    if (!acts[row.constraint])
      for (const NodeId multiplier : {row.lambda, row.total})
        silent.push_back({multiplier, graph.zero()});
  return substitute(graph, resolve_forces(all, formulas), silent);
}

Equations acting_part(const Equations& all, const std::vector<bool>& acts) {
  Equations part = all;
  part.rows.clear();
  part.b.clear();
  part.A.entries.clear();
  std::vector<std::uint32_t> place(all.rows.size());
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    if (!acts[all.rows[r].constraint]) continue;
    place[r] = static_cast<std::uint32_t>(part.rows.size());
    part.rows.push_back(all.rows[r]);
    part.b.push_back(all.b[r]);
  }
  for (Entry entry : all.A.entries) {
    if (!acts[all.rows[entry.row].constraint]) continue;
    entry.row = place[entry.row];
    part.A.entries.push_back(entry);
  }
  part.A.rows = part.rows.size();
  std::erase_if(part.C, [&](const NonIdealForce& force) { return !acts[force.constraint]; });
  for (NonIdealForce& force : part.C)
    for (CoordinateFormula& term : force.C)
      term.formula = in_acting_part(all, acts, {term.formula}).front();
  for (Watch& watch : part.watches)
    watch.formula = in_acting_part(all, acts, {watch.formula}).front();
  return part;
}

Equations without_contacts(const Equations& all) {
  if (all.system.contacts().empty()) return all;
  return acting_part(
      all, acting_constraints(all.system, std::vector<bool>(all.system.contacts().size(), false)));
}

}  // namespace alembert
