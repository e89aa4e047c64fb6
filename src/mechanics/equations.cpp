#include "mechanics/equations.hpp"

#include <algorithm>
#include <set>

namespace alembert {

// rows, and with them the entries of A, stand in the order of the constraints
std::span<const Entry> Equations::entries_of(std::size_t constraint) const {
  const auto of = std::ranges::equal_range(rows, constraint, {}, &EquationRow::constraint);
  const auto first = static_cast<std::uint32_t>(of.begin() - rows.begin());
  const auto last = static_cast<std::uint32_t>(of.end() - rows.begin());
  return {std::ranges::lower_bound(A.entries, first, {}, &Entry::row),
          std::ranges::lower_bound(A.entries, last, {}, &Entry::row)};
}

// and so do the laws
std::span<const NonIdealForce> Equations::laws_of(std::size_t constraint) const {
  return std::ranges::equal_range(C, constraint, {}, &NonIdealForce::constraint);
}

std::vector<std::size_t> Equations::coordinates_of(std::size_t constraint) const {
  std::set<std::size_t> coordinates;
  for (const Entry& entry : entries_of(constraint)) coordinates.insert(entry.column);
  for (const NonIdealForce& force : laws_of(constraint))
    for (const CoordinateFormula& term : force.C) coordinates.insert(term.coordinate);
  return {coordinates.begin(), coordinates.end()};
}

std::vector<NodeId> Equations::law_formulas() const {
  std::vector<NodeId> formulas;
  for (const NonIdealForce& force : C)
    for (const CoordinateFormula& term : force.C) formulas.push_back(term.formula);
  return formulas;
}

std::vector<NodeId> Equations::motion_formulas() const {
  std::vector<NodeId> formulas;
  for (const Entry& entry : M.entries) formulas.push_back(entry.value);
  formulas.insert(formulas.end(), Q.begin(), Q.end());
  for (const Entry& entry : A.entries) formulas.push_back(entry.value);
  formulas.insert(formulas.end(), b.begin(), b.end());
  const std::vector<NodeId> laws = law_formulas();
  formulas.insert(formulas.end(), laws.begin(), laws.end());
  return formulas;
}

std::vector<NodeId> Equations::run_formulas() const {
  std::vector<NodeId> formulas = motion_formulas();
  for (const EquationRow& row : rows) {
    formulas.push_back(row.residual);
    if (row.rate != no_node) formulas.push_back(row.rate);
  }
  formulas.insert(formulas.end(), {energy, applied_power, time_power});
  return formulas;
}

std::size_t Equations::live_nodes() const { return reachable(graph(), motion_formulas()).size(); }

}  // namespace alembert
