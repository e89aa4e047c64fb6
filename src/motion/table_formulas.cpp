#include "motion/table_formulas.hpp"

#include <algorithm>

namespace alembert {

std::vector<NodeId> inputs_of_row(const Equations& equations) {
  const System& system = equations.system;
  std::vector<NodeId> inputs{system.time().node()};
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.v);
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.a);
  for (const EquationRow& row : equations.rows) inputs.push_back(row.lambda);
  for (const EquationRow& row : equations.rows) inputs.push_back(row.total);
  for (const OpenFormulas::IdleRow& row : system.open_formulas().idle)
    inputs.push_back(row.multiplier);
  for (const ForceSymbol& end : system.ends_of_forces()) inputs.push_back(end.symbol);
  for (const Parameter& parameter : system.parameters())
    if (parameter.is_variable()) inputs.push_back(parameter.symbol);
  for (const Parameter& parameter : system.parameters())
    if (!parameter.is_variable()) inputs.push_back(parameter.symbol);
  return inputs;
}

std::size_t inputs_from_row(const Equations& equations) {
  const System& system = equations.system;
  return 1 + 3 * system.coordinates().size() + 2 * equations.rows.size() +
         system.open_formulas().idle.size() + system.ends_of_forces().size() +
         static_cast<std::size_t>(
             std::ranges::count_if(system.parameters(), &Parameter::is_variable));
}

TableFormulas::TableFormulas(const Equations& equations, const std::vector<NodeId>& formulas)
    : from_row_(inputs_from_row(equations)),
      inputs_(from_row_),
      program_(equations.graph(), resolve_forces(equations, formulas), inputs_of_row(equations)) {
  for (const Parameter& parameter : equations.system.parameters())
    if (!parameter.is_variable()) inputs_.push_back(parameter.value);
}

const std::vector<double>& TableFormulas::evaluate(std::span<const double> row) {
  std::copy_n(row.begin(), from_row_, inputs_.begin());
  return program_.evaluate(inputs_);
}

}  // namespace alembert
