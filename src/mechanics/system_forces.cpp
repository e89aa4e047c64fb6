// The symbols by which formulas name forces of constraint, multipliers, powers and the energy.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "mechanics/model_error.hpp"
#include "mechanics/system.hpp"

namespace alembert {

ForceSymbol System::row_symbol(Quantity quantity, const std::string& row) const {
  if (const auto index = constraint_index(row)) {
    const Constraint& whole = constraints_[*index];
    if (whole.rows.size() > 1)
      throw ModelError(fmt::format("constraint '{}' has {} rows, each with its own multiplier", row,
                                   whole.rows.size()),
                       fmt::format("write {}({})", name_of(quantity), whole.rows.front().name));
    if (whole.rows.empty())
      throw ModelError(
          fmt::format("'{}' is a friction that no row carries: it has no multiplier", row),
          fmt::format("write tangent({})", row));
    return {quantity, *index, 0};
  }
  const std::size_t dot = row.rfind('.');
  if (dot != std::string::npos) {
    if (const auto index = constraint_index(row.substr(0, dot))) {
      const std::vector<ConstraintRow>& rows = constraints_[*index].rows;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].name == row) return {quantity, *index, i};
      for (const Friction& friction : frictions_)
        if (friction.sticking_row.name == row) return {quantity, *index, rows.size()};
      throw ModelError(fmt::format("constraint '{}' has {} row{}, there is no '{}'",
                                   row.substr(0, dot), rows.size(), rows.size() == 1 ? "" : "s",
                                   row));
    }
  }
  throw ModelError(fmt::format("there is no constraint '{}'", row));
}

Expr System::force_symbol(ForceSymbol symbol, const std::string& text) {
  // a copy of the system that shares the graph may have made the node before
  symbol.symbol = graph_->symbol(text, Kind::force);
  if (force_symbol_of_.try_emplace(symbol.symbol, force_symbols_.size()).second)
    force_symbols_.push_back(symbol);
  return {*graph_, symbol.symbol};
}

Expr System::lambda(const std::string& row) {
  return force_symbol(row_symbol(Quantity::lambda, row), "lambda(" + row + ")");
}

Expr System::total(const std::string& row) {
  return force_symbol(row_symbol(Quantity::total, row), "total(" + row + ")");
}

Expr System::force_on(Quantity quantity, const std::string& constraint, const Expr& coordinate) {
  const ForceSymbol symbol{quantity, required_constraint(constraint), 0,
                           required_coordinate(coordinate)};
  return force_symbol(symbol, fmt::format("{}({}, {})", name_of(quantity), constraint,
                                          coordinates_[symbol.coordinate].name));
}

Expr System::ideal(const std::string& constraint, const Expr& coordinate) {
  return force_on(Quantity::ideal, constraint, coordinate);
}

Expr System::nonideal(const std::string& constraint, const Expr& coordinate) {
  return force_on(Quantity::nonideal, constraint, coordinate);
}

Expr System::reaction(const std::string& constraint, const Expr& coordinate) {
  return force_on(Quantity::reaction, constraint, coordinate);
}

Expr System::power(const std::string& constraint) {
  return force_symbol({Quantity::power, required_constraint(constraint)},
                      "power(" + constraint + ")");
}

Expr System::holding(const Expr& opening) {
  const auto held = std::ranges::find(openings_, own(opening), &Coordinate::q);
  if (held == openings_.end()) throw ModelError("only an opening is held");
  ForceSymbol symbol{Quantity::holding};
  symbol.coordinate = static_cast<std::size_t>(held - openings_.begin());
  return force_symbol(symbol, "holding(" + held->name + ")");
}

Expr System::idle_multiplier(const std::string& name, const Expr& residual) {
  const NodeId multiplier = graph_->symbol("lambda(" + name + ")", Kind::force);
  open_.idle.push_back({name, own(residual), multiplier});
  return {*graph_, multiplier};
}

Expr System::normal(const std::string& name) {
  if (const auto friction = friction_index(name)) {
    const Friction& known = frictions_[*friction];
    if (known.normal == no_node)
      throw ModelError(fmt::format("no row carries the friction '{}'", name),
                       "its largest force is a formula of its own");
    return {*graph_, known.normal};
  }
  required_contact(name);
  return total(name);
}

Expr System::least(const std::string& contact) {
  required_contact(contact);
  return force_symbol({Quantity::least, required_constraint(contact)}, "least(" + contact + ")");
}

Expr System::most(const std::string& contact) {
  required_contact(contact);
  return force_symbol({Quantity::most, required_constraint(contact)}, "most(" + contact + ")");
}

std::vector<ForceSymbol> System::ends_of_forces() const {
  std::vector<ForceSymbol> ends;
  std::ranges::copy_if(force_symbols_, std::back_inserter(ends), [](const ForceSymbol& symbol) {
    return symbol.quantity == Quantity::least || symbol.quantity == Quantity::most;
  });
  return ends;
}

Expr System::tangent(const std::string& friction) {
  return force_symbol({Quantity::tangent, required_friction(friction).constraint},
                      "tangent(" + friction + ")");
}

Expr System::slip(const std::string& friction) const {
  return {*graph_, required_friction(friction).sticking_row.residual};
}

Expr System::energy() { return force_symbol({Quantity::energy}, "energy"); }

}  // namespace alembert
